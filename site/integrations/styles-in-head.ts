/**
 * Moves style sheets from the body to the head. Expressive Code links its own next to the first block of code, far down a long article; a
 * browser that meets a style sheet there computes style and layout of everything above once more.
 */
import { glob, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const links = /<link rel="stylesheet" href="([^"]+)"\s*\/?>/gi;
const endOfHead = '</head>';

/** Links every style sheet of a page's body once, at the end of its head, in the same order. */
export function withStylesInHead(html: string): string {
  const end = html.indexOf(endOfHead);
  if (end < 0) throw new Error('a page has no </head>, so no place for the stylesheets of its body');
  const [head, body] = [html.slice(0, end), html.slice(end)];
  const linked = new Set([...head.matchAll(links)].map(([, address]) => address));
  const missing = [...new Set([...body.matchAll(links)].map(([, address]) => address))].filter(
    (address) => !linked.has(address),
  );
  const hoisted = missing.map((address) => `<link rel="stylesheet" href="${address}">`).join('');
  return `${head}${hoisted}${body.replace(links, '')}`;
}

/** Must precede every integration that reads finished pages. */
export function stylesInHead(): AstroIntegration {
  return {
    name: 'styles-in-head',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        for await (const file of glob('**/*.html', { cwd: fileURLToPath(dir) })) {
          const page = new URL(file, dir);
          await writeFile(page, withStylesInHead(await readFile(page, 'utf8')));
        }
      },
    },
  };
}
