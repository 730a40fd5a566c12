import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import mdx from '@astrojs/mdx';
import sitemap from '@astrojs/sitemap';
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import { apostrophesInPaths } from './site/integrations/apostrophes.ts';
import { contentSecurityPolicy } from './site/integrations/csp.ts';
import { recordValidator } from './site/integrations/record-validator.ts';
import { searchIndex } from './site/integrations/search-index.ts';
import { stylesInHead } from './site/integrations/styles-in-head.ts';
import { labsOnTestPages, TEST_PAGES } from './site/integrations/test-pages.ts';
import { yourMachine } from './site/integrations/your-machine.ts';

// The address the finished site is served at. Both come from the environment so that the same tree builds for any host.
const site = process.env.SITE_URL ?? 'https://measured-twice.example';
const base = process.env.SITE_BASE ?? '/';

// Starlight lists the articles of a folder by itself only below src/content/docs.
const findings = globSync(`content/findings/${process.env.SITE_FINDING ?? '*'}.mdx`)
  .sort()
  .map((file) => ({ slug: `findings/${basename(file, '.mdx')}` }));

/** What the site map leaves out: pages for tests, and an address whose page is gone. */
const UNLISTED = [TEST_PAGES, '/speed/'];

/** @param {string} name */
const shell = (name) => `./site/shell/${name}.astro`;

/**
 * Files of several modules each, which take fewer bytes and fewer requests one after another: what readers of charts and labs need, what
 * labs and tools do, and what labs do besides. The first is what calls `import()`, which pages need before all of them, and what sets
 * markup, which the search needs on every page.
 */
const GROUPS = [
  { name: 'preload-helper', test: /vite\/preload-helper|\/site\/kit\/(set-markup|trusted-types)\.ts$/, priority: 3 },
  { name: 'share', test: /\/site\/kit\/lab\/(announce|copy-link|download)\.ts$/, priority: 2 },
  {
    name: 'kit',
    test: /\/site\/kit\/lab\/(address|controls|markup|notices|presets|question|ruler|start-worker|state|views|worker-client)\.ts$/,
    priority: 1,
  },
  { name: 'frame', test: /\/site\/kit\/lab\/(figures|frame|timing)\.ts$/ },
];

/**
 * What stands in for other packages of D3 where its scales ask for them.
 *
 * @type {Readonly<Record<string, string>>}
 */
const FOR_SCALES = {
  'd3-interpolate': './site/kit/chart/interpolate.ts',
  'd3-format': './site/kit/chart/unformatted.ts',
};

export default defineConfig({
  site,
  base,
  trailingSlash: 'always',
  srcDir: './site',
  publicDir: './public',
  // Astro empties it: never one in which a reader may have something.
  outDir: process.env.SITE_OUT ?? './.cache/site',
  // A page's styles come with it: nothing stands between its first byte and its first paint.
  build: { inlineStylesheets: 'always' },
  integrations: [
    starlight({
      title: 'Measured Twice',
      titleDelimiter: '·',
      description:
        'Surprising facts about real systems, each looked at twice: by a native program on a machine that its record describes, and live in your browser.',
      disable404Route: true,
      // The build writes the search's index itself.
      pagefind: false,
      customCss: ['tokens', 'fonts', 'shell', 'prose'].map((name) => `./site/styles/${name}.css`),
      components: {
        ContentPanel: shell('ContentPanel'),
        Footer: shell('Footer'),
        Head: shell('Head'),
        Header: shell('Header'),
        PageFrame: shell('PageFrame'),
        PageTitle: shell('PageTitle'),
        Pagination: shell('Pagination'),
        Search: shell('Search'),
        SiteTitle: shell('SiteTitle'),
        ThemeProvider: shell('ThemeProvider'),
        TwoColumnContent: shell('TwoColumnContent'),
      },
      // Articles are outside the folder where Starlight expects them; without this their headings have no anchors.
      markdown: { processedDirs: ['./content/'] },
      expressiveCode: {
        defaultProps: { frame: 'none' },
        styleOverrides: { codeFontFamily: 'var(--mt-mono)', uiFontFamily: 'var(--mt-sans)', borderRadius: '2px' },
      },
      sidebar: [
        { label: 'Findings', items: findings },
        { label: 'All claims', link: '/claims/' },
        { label: 'How we measure', link: '/method/' },
      ],
    }),
    apostrophesInPaths(),
    labsOnTestPages(),
    sitemap({
      filter: (page) => UNLISTED.every((path) => !new URL(page).pathname.startsWith(base.replace(/\/$/, '') + path)),
    }),
    yourMachine(),
    mdx(),
    searchIndex(),
    stylesInHead(),
    contentSecurityPolicy(),
  ],
  vite: {
    worker: { format: 'es' },
    plugins: [
      recordValidator(),
      {
        name: 'scales-over-numbers-only',
        enforce: 'pre',
        resolveId: (source, importer) => {
          const own = importer?.includes('/d3-scale/') ? FOR_SCALES[source] : undefined;
          return own === undefined ? null : fileURLToPath(new URL(own, import.meta.url));
        },
      },
      {
        name: 'fewer-files',
        configEnvironment: (name) =>
          name === 'client'
            ? { build: { rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } } } }
            : undefined,
      },
      {
        name: 'no-preload-of-the-helper',
        // What adds such links is there before them, and Firefox reports one to a file that the page loads itself as an error.
        // Astro takes no such setting from here.
        configEnvironment: (name) =>
          name === 'client'
            ? {
                build: {
                  modulePreload: {
                    polyfill: false,
                    resolveDependencies: (_, files) => files.filter((file) => !file.includes('/preload-helper.')),
                  },
                },
              }
            : undefined,
      },
    ],
    resolve: {
      alias: [
        {
          find: /^.*\/TableOfContents\/starlight-toc$/,
          replacement: fileURLToPath(new URL('./site/shell/contents.ts', import.meta.url)),
        },
      ],
    },
    build: {
      // Browsers with light-dark(), so that colours stay as the tokens have them.
      cssTarget: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
      // Files of their own for small scripts too: pages share them, and an import() in a script that Astro had put into
      // the page would keep a placeholder of Vite's.
      assetsInlineLimit: 0,
    },
  },
});
