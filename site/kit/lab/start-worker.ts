import { trustedTypesPolicy } from '../trusted-types';

const policy = trustedTypesPolicy('mt-worker', {
  createScriptURL(url: string): string {
    const { origin, pathname } = new URL(url, location.href);
    // `astro dev` serves scripts from the root, whatever the site's base.
    const base = import.meta.env.DEV ? '/' : import.meta.env.BASE_URL;
    if (origin !== location.origin || !pathname.startsWith(base))
      throw new TypeError(`${url} is no worker of this site; import its address: './worker.ts?worker&url'`);
    return url;
  },
});

/** Starts a worker of the site's own, whose address is `import workerUrl from './worker.ts?worker&url'`. */
export const startWorker = (url: string): Worker => new Worker(policy.createScriptURL(url), { type: 'module' });

/** True where the browser runs WebAssembly, of which models are made. Some modes of browsers switch it off. */
export const runsModels = (): boolean => typeof WebAssembly === 'object';

/** Starts a worker that runs models; throws where the browser can't. */
export function startModels(url: string): Worker {
  if (!runsModels()) throw new Error('this browser runs no WebAssembly');
  return startWorker(url);
}
