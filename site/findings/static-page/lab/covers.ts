/** The covers of the made-up books, drawn when the site is built by the models that draw in the browser. */
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import * as drawing from '@/wasm-pkg/static-page-drawing/models.js';
import { drawTasks, type Drawn } from './draw-tasks';
import { SAMPLES, type SampleId } from './state';

let drawn: ReadonlyMap<SampleId, Drawn> | undefined;

/** The covers of all made-up books, drawn once a build. */
export function coversAtBuild(): ReadonlyMap<SampleId, Drawn> {
  if (drawn) return drawn;
  const draw = drawTasks(modelsAtBuild('static-page-drawing', drawing)).sample;
  drawn = new Map(SAMPLES.map((sample) => [sample.id, runToEnd(draw(sample))] as const));
  for (const [id, { missing, isCut }] of drawn) {
    // The script takes a made-up book's cover from its file, without a word on it.
    if (missing !== '' || isCut) throw new Error(`The cover of ${id} is not whole.`);
  }
  return drawn;
}
