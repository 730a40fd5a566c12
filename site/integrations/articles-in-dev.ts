/** Names the article in errors of MDX while the site is developed: on their way to the page and the terminal they may lose the file. */
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '../scripts/lib/paths.mjs';

/** Astro's plugin that compiles articles. */
const MDX = '@mdx-js/rolldown';

export function articlesInDev(): Plugin {
  return {
    name: 'articles-in-dev',
    apply: 'serve',
    configResolved({ plugins }) {
      const transform = plugins.find(({ name }) => name === MDX)?.transform;
      if (typeof transform !== 'object') throw new Error(`no plugin ${MDX} transforms articles any more`);
      const { handler } = transform;
      transform.handler = async function (code, id, ...more) {
        try {
          return await handler.call(this, code, id, ...more);
        } catch (error) {
          const { message } = error as Error;
          (error as Error).message = `${relative(root, id)}:${message}`;
          throw error;
        }
      };
    },
  };
}
