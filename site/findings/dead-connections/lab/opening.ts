/** The lab's opening: its picture and answer before any script runs, by the models that the worker runs and by the record. */
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import type { MeasurementRecord } from '@/kit/record/types';
import * as models from '@/wasm-pkg/dead-connections/models.js';
import { answerOf } from './figures';
import { knownLines, measuredFrom, type Measured, type MeasuredOutcome } from './measured';
import { chosenOf, durationsOf, patternsOf, schema, settingsOf, type LabState } from './state';
import { timeLines, type TimeLine } from './tasks';

export interface Opening {
  readonly state: LabState;
  readonly measured: Measured;
  readonly lines: readonly TimeLine[];
  /** What is known of each line. */
  readonly known: readonly (MeasuredOutcome | null)[];
  readonly answer: ReturnType<typeof answerOf>;
}

export function openingOf(record: MeasurementRecord): Opening {
  const state = schema.opening;
  const measured = measuredFrom(record);
  const built = modelsAtBuild('dead-connections', models);
  const question = { settings: settingsOf(state), durations: durationsOf(state), scenario: state.scenario };
  const lines = timeLines(built, { ...question, patterns: patternsOf(state) });
  const known = knownLines(state, measured, lines);
  const chosen = chosenOf(state, lines)!;
  const answer = answerOf(chosen, known[lines.indexOf(chosen)] ?? null);
  return { state, measured, lines, known, answer };
}
