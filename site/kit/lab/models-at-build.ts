import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** What wasm-pack makes of a lab's crate: functions and classes that work once they are given their bytes. */
interface ModelsPackage {
  initSync(given: { module: BufferSource }): unknown;
}

const loaded = new Set<string>();

/**
 * A lab's models, when the site is built (and in tests): the same bytes that a reader's browser runs, so that the figures in
 * the page are those the lab will show.
 *
 * @param slug the finding's
 * @param models what `@/wasm-pkg/<slug>/models.js` exports
 */
export function modelsAtBuild<Models extends ModelsPackage>(slug: string, models: Models): Models {
  if (!loaded.has(slug)) {
    models.initSync({ module: readFileSync(resolve('site/wasm-pkg', slug, 'models_bg.wasm')) });
    loaded.add(slug);
  }
  return models;
}

/** Runs a worker's task to its end, here and now. */
export function runToEnd<Result>(chunks: Generator<unknown, Result, void>): Result {
  for (;;) {
    const { done, value } = chunks.next();
    if (done) return value;
  }
}
