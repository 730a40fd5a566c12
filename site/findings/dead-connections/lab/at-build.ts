/** A state as the lab shows it before any script runs: by the models that the worker runs, and by the record. */
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/dead-connections/models.js';
import { answerOf } from './figures';
import { drawLanes, layoutLanes } from './lanes-view';
import { knownLines, type Measured } from './measured';
import { questionOf, type LabState } from './state';
import { timeLines } from './tasks';

/** Lines, measurements and answer of a state, and its picture at a width in pixels. */
export function shown(state: Readonly<LabState>, measured: Measured | null) {
  const lines = timeLines(modelsAtBuild('dead-connections', models), questionOf(state));
  const known = knownLines(state, measured, lines);
  return {
    lines,
    known,
    answer: answerOf(state, lines, known),
    layout: (width: number) => layoutLanes(width, state, lines),
    draw: (width: number) => drawLanes(state, lines, layoutLanes(width, state, lines), known),
  };
}
