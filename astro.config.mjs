import { fileURLToPath } from 'node:url';
import mdx from '@astrojs/mdx';
import sitemap from '@astrojs/sitemap';
import expressiveCode from 'astro-expressive-code';
import { defineConfig } from 'astro/config';
import { apostrophesInPaths } from './site/integrations/apostrophes.ts';
import { contentSecurityPolicy } from './site/integrations/csp.ts';
import { articlesInDev } from './site/integrations/articles-in-dev.ts';
import { labsInDev } from './site/integrations/labs-in-dev.ts';
import { recordValidator } from './site/integrations/record-validator.ts';
import { searchIndex } from './site/integrations/search-index.ts';
import { stylesInHead } from './site/integrations/styles-in-head.ts';
import { labsOnTestPages, TEST_PAGES } from './site/integrations/test-pages.ts';
import { yourMachine } from './site/integrations/your-machine.ts';
import { repositoryAddress } from './site/scripts/lib/repository.mjs';

// The address the finished site is served at. Both come from the environment so that the same tree builds for any host.
const site = process.env.SITE_URL ?? 'https://measured-twice.example';
const base = process.env.SITE_BASE ?? '/';

/** Pages outside the site map: those for tests, and addresses whose pages are gone. */
const UNLISTED = [TEST_PAGES, '/speed/', '/compare/'];

/**
 * Stand-ins for other packages of D3 where its scales ask for them.
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
  // A component's styles weigh as little as a class's.
  scopedStyleStrategy: 'where',
  integrations: [
    expressiveCode({
      themes: ['night-owl-light', 'night-owl'],
      // Colours go by the page's colour scheme, as in site/styles/prose.css.
      themeCssSelector: false,
      useDarkModeMediaQuery: false,
      // Its reset gives way to what the page says of elements, as that of the page does.
      cascadeLayer: 'code',
      textMarkers: false,
      defaultProps: { frame: 'none' },
      styleOverrides: {
        borderColor: 'var(--mt-rule)',
        borderRadius: '2px',
        borderWidth: '1px',
        codeBackground: 'var(--mt-paper-2)',
        codeFontFamily: 'var(--mt-mono)',
        codeFontSize: 'var(--mt-text-sm)',
        codeForeground: 'var(--mt-ink)',
        codeLineHeight: 'var(--mt-leading)',
        codePaddingBlock: '0.75rem',
        codePaddingInline: '1rem',
        focusBorder: 'var(--mt-focus)',
        scrollbarThumbColor: 'var(--mt-control)',
        scrollbarThumbHoverColor: 'var(--mt-ink-2)',
        uiFontFamily: 'var(--mt-sans)',
        frames: {
          editorBackground: 'var(--mt-paper-2)',
          terminalBackground: 'var(--mt-paper-2)',
          frameBoxShadowCssValue: 'none',
          inlineButtonForeground: 'var(--mt-ink)',
          inlineButtonBorder: 'var(--mt-control)',
          inlineButtonBackground: 'var(--mt-control)',
          tooltipSuccessBackground: 'var(--mt-ink)',
          tooltipSuccessForeground: 'var(--mt-paper)',
        },
      },
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
    define: { 'import.meta.env.REPOSITORY': JSON.stringify(repositoryAddress()) },
    worker: { format: 'es' },
    plugins: [
      recordValidator(),
      labsInDev(),
      articlesInDev(),
      {
        name: 'scales-over-numbers-only',
        enforce: 'pre',
        resolveId: (source, importer) => {
          const own = importer?.includes('/d3-scale/') ? FOR_SCALES[source] : undefined;
          return own === undefined ? null : fileURLToPath(new URL(own, import.meta.url));
        },
      },
      {
        name: 'no-preload-of-the-helper',
        // Code that adds such links is loaded before them, and Firefox reports one to a file that the page loads itself as an error.
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
    build: {
      // Browsers with light-dark(), so that colours stay as the tokens have them.
      cssTarget: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
      // Files of their own for small scripts too: pages share them, and an import() in a script that Astro had put into
      // the page would keep a placeholder of Vite's.
      assetsInlineLimit: 0,
    },
  },
});
