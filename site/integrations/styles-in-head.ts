/**
 * Stylesheets of the body, in the head. Expressive Code links its own beside the first block of code, far down a long
 * article; a browser that meets a stylesheet there computes the style and the layout of all that stands above it once more.
 */
import { glob, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const links = /<link rel="stylesheet" href="([^"]+)"\s*\/?>/gi;
const endOfHead = '</head>';

/** The page with every stylesheet that its body links to linked once, at the end of the head, in the same order. */
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

/** Must stand before whatever looks at finished pages. */
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
