/** A made-up book for tests, and what has to become of it: by the page's own modules, which are held against native code where they are built. */
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import * as drawing from '@/wasm-pkg/static-page-drawing/models.js';
import * as models from '@/wasm-pkg/static-page/models.js';
import { drawTasks } from './lab/draw-tasks';
import { spliced, withHole } from './lab/sources';
import { labTasks } from './lab/tasks';
import type { SampleId } from './lab/state';

const planning = modelsAtBuild('static-page', models);
const { draw } = modelsAtBuild('static-page-drawing', drawing);

const memory = (bytes: Uint8Array) => withHole(bytes, 0, new Uint8Array());

/** What a book in memory says of itself. */
export const factsOf = (book: Uint8Array) =>
  runToEnd(labTasks(planning, () => memory(book)).open({ file: new Blob() }));

/** The book, and the same with its own cover. */
export function madeUp(sample: SampleId): { old: Uint8Array; made: Uint8Array } {
  const old = planning.sample(sample, 0).head;
  const { png } = runToEnd(drawTasks({ draw }).book(factsOf(old)));
  const { parts } = runToEnd(labTasks(planning).sample({ sample, hole: 0, png }));
  const book = spliced(memory(old), parts);
  return { old, made: book.read(0, book.size) };
}
