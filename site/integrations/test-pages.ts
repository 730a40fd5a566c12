/**
 * Pages with one lab each, in the site's shell and without its article, for tests in a browser: laying out a long article takes longer
 * than most of what a test does with its lab. Built only where `SITE_TEST_PAGES` is set; neither the site map nor the search has them.
 */
import { globSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Path of the test pages, below the site's base. */
export const TEST_PAGES = '/test/';

/** Components of labs: in its finding's `lab`, or in a folder of that. */
const LABS = 'site/findings/*/lab/**/Lab.astro';

/**
 * The labs of all findings, each with its component, from the site's root, and the path of its test page: `/test/buffer-size/lab/`, and
 * `/test/timestamp-collisions/live/` for the one in `lab/live`.
 */
export function testPages(root: string): { component: string; slug: string; name: string; path: string }[] {
  return globSync(LABS, { cwd: root })
    .sort()
    .map((component) => {
      const [, , slug = '', ...folders] = component.split('/').slice(0, -1);
      const name = folders.slice(1).join('-') || 'lab';
      return { component, slug, name, path: `${TEST_PAGES}${slug}/${name}/` };
    });
}

/** Adds the test pages to the site, where they are wanted. */
export function labsOnTestPages(wanted = process.env.SITE_TEST_PAGES === '1'): AstroIntegration {
  return {
    name: 'labs-on-test-pages',
    hooks: {
      'astro:config:setup': ({ config, injectRoute, createCodegenDir, logger }) => {
        if (!wanted) return;
        const root = fileURLToPath(config.root);
        const folder = createCodegenDir();
        const page = fileURLToPath(new URL('./TestPage.astro', import.meta.url));
        const pages = testPages(root);
        for (const { component, slug, name, path } of pages) {
          const entrypoint = new URL(`${slug}-${name}.astro`, folder);
          writeFileSync(
            entrypoint,
            `---
import TestPage from ${JSON.stringify(page)};
import Lab from ${JSON.stringify(`${root}${component}`)};
---
<TestPage title=${JSON.stringify(`${slug} ${name}`)}><Lab /></TestPage>
`,
          );
          injectRoute({ pattern: path, entrypoint });
        }
        logger.info(`added ${pages.length} test pages`);
      },
    },
  };
}
