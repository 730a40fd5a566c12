/**
 * What draws a reader's record in their browser: the articles themselves, compiled a second time, for a browser. So one code draws
 * both, and a page need not carry what its figures are drawn from. No page loads any of it before a record is chosen.
 */
import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { getViteConfig } from 'astro/config';
import { build, type Plugin, type Rolldown } from 'vite';
import { RECORDS } from '../kit/record/collection.ts';
import { findingOf } from '../kit/record/queries.ts';
import { readYours } from '../kit/record/yours.ts';

const ENTRY = 'site/shell/compare/drawing.ts';

/** Says where it lies: an import of this name gives the address, which is not known where no site is built. */
const NAME = 'virtual:drawing';
const RESOLVED = `\0${NAME}`;

/** Labs run a model, which no record changes; Starlight's components draw nothing of it either. What stands in them may. */
const LEFT_OUT = [/\/lab\/(?:.*\/)?Lab\.astro$/, /^@astrojs\/starlight\/components/];
const NOTHING = '\0nothing';
const OF_STARLIGHT = 'Aside Badge Card CardGrid Code FileTree Icon LinkButton LinkCard Steps TabItem Tabs'.split(' ');
const NOTHING_MODULE = `import { createComponent, renderSlot, renderTemplate } from 'astro/runtime/server/index.js';
const Nothing = createComponent((result, _, slots) => renderTemplate\`\${renderSlot(result, slots['default'])}\`);
export { Nothing as default, ${OF_STARLIGHT.map((name) => `Nothing as ${name}`).join(', ')} };`;

/** What Astro encrypts servers' islands with, of which there are none, brings Zod along, which tries `eval` as it is loaded. */
const ENCRYPTION = /\/core\/encryption\.js$/;
const NO_ENCRYPTION = '\0no-encryption';

/**
 * The experiments that have published records, each with what shows them: the finding of its name, or the one whose article shows
 * it besides. What no page shows is left out.
 */
export function shownBy(root: string): Record<string, string> {
  const articles = globSync('content/findings/*.mdx', { cwd: root }).map((file) => basename(file, '.mdx'));
  const measured = new Set(globSync('*/*.json', { cwd: resolve(root, RECORDS) }).map(dirname));
  const shown = [...measured].sort().flatMap((experiment) => {
    const subject = findingOf(experiment, articles);
    return subject !== undefined && measured.has(subject) ? [[experiment, subject] as const] : [];
  });
  return Object.fromEntries(shown);
}

const forBrowsers = (root: string): Plugin => ({
  name: 'for-browsers',
  enforce: 'pre',
  resolveId(source, importer) {
    if (LEFT_OUT.some((pattern) => pattern.test(source))) return NOTHING;
    if (ENCRYPTION.test(source)) return NO_ENCRYPTION;
    const isRecords = source === './at-build.ts' && importer?.endsWith('/site/kit/record/index.ts');
    return isRecords ? join(root, 'site/kit/record/in-browser.ts') : null;
  },
  load(id) {
    if (id === NO_ENCRYPTION) return 'export const encryptString = undefined, generateCspDigest = undefined;';
    return id === NOTHING ? NOTHING_MODULE : null;
  },
  // Components carry their paths.
  renderChunk: (code) => code.replaceAll(`${root}/`, ''),
});

/** A file of the finished site, by its path there. */
interface Chunk {
  readonly fileName: string;
  readonly code: string;
  readonly isEntry: boolean;
}

/** Compiles it. */
export async function compileDrawing(root: string): Promise<Chunk[]> {
  const configure = getViteConfig(
    {
      logLevel: 'error',
      plugins: [forBrowsers(root)],
      define: {
        'process.env.NODE_ENV': '"production"',
        SHOWN_BY: JSON.stringify(shownBy(root)),
      },
      publicDir: false,
      ssr: { noExternal: true },
      build: {
        ssr: join(root, ENTRY),
        write: false,
        minify: true,
        rolldownOptions: {
          output: {
            codeSplitting: true,
            entryFileNames: '_astro/drawing.[hash].js',
            chunkFileNames: '_astro/[name].[hash].js',
          },
        },
      },
    },
    // What the integrations say, the build of the site itself says too.
    { root, logLevel: 'error' },
  );
  const config = await configure({ mode: 'production', command: 'build' });
  const { output } = (await build({ ...config, configFile: false })) as Rolldown.RolldownOutput;
  return output.flatMap((file) => (file.type === 'chunk' ? [file] : []));
}

/** Compiles it before the site is built, whose pages say where it lies, and puts it there. */
export function drawing(): AstroIntegration {
  let chunks: Chunk[] = [];
  let root = '';
  let base = '/';
  const where: Plugin = {
    name: 'drawing',
    resolveId: (source) => (source === NAME ? RESOLVED : null),
    load(id) {
      if (id !== RESOLVED) return null;
      const entry = chunks.find(({ isEntry }) => isEntry);
      return `export default ${entry ? JSON.stringify(base + entry.fileName) : 'undefined'};`;
    },
  };
  return {
    name: 'drawing',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        root = fileURLToPath(config.root).replace(/\/$/, '');
        base = config.base.replace(/\/?$/, '/');
        updateConfig({ vite: { plugins: [where] } });
      },
      'astro:build:start': async () => {
        // Pages that are built with records of the reader's own do not offer to draw others.
        if (readYours().runs.length === 0) chunks = await compileDrawing(root);
      },
      'astro:build:done': async ({ dir, logger }) => {
        await mkdir(new URL('_astro/', dir), { recursive: true });
        for (const { fileName, code } of chunks) await writeFile(new URL(fileName, dir), code);
        logger.info(`wrote what draws a reader’s record, ${chunks.length} files`);
      },
    },
  };
}
