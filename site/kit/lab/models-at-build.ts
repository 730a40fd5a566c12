import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A lab's crate as wasm-pack exports it: functions and classes that work once they are given their bytes. */
interface ModelsPackage {
  initSync(given: { module: BufferSource }): unknown;
}

/** The modules' exports that have their bytes. While the site is developed, a model that was built again exports another object. */
const loaded = new WeakSet<object>();

/**
 * A lab's models, when the site is built (and in tests): the same bytes that a reader's browser runs, so that the figures in
 * the page are those the lab will show.
 *
 * @param slug the finding's
 * @param models what `@/wasm-pkg/<slug>/models.js` exports
 */
export function modelsAtBuild<Models extends ModelsPackage>(slug: string, models: Models): Models {
  if (!loaded.has(models)) {
    models.initSync({ module: readFileSync(resolve('site/wasm-pkg', slug, 'models_bg.wasm')) });
    loaded.add(models);
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
