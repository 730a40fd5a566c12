import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as models from '@/wasm-pkg/labs.js';

let loaded = false;

/**
 * The models, when the site is built (and in tests): the same bytes that a reader's browser runs, so that the figures in
 * the page are those the lab will show.
 */
export function modelsAtBuild(): typeof models {
  if (!loaded) {
    models.initSync({ module: readFileSync(resolve('site/wasm-pkg/labs_bg.wasm')) });
    loaded = true;
  }
  return models;
}

/** Runs a worker's task to its end, here and now. */
export function runToEnd<Result>(strokes: Generator<unknown, Result, void>): Result {
  for (;;) {
    const { done, value } = strokes.next();
    if (done) return value;
  }
}
