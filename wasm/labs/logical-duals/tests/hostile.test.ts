import { expect, it } from 'vitest';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/logical-duals/models.js';
import { type Call, expectToSurvive } from '../../../lib/from-js/hostile';

const { explore, Race, Testers } = modelsAtBuild('logical-duals', models);

/* eslint-disable @typescript-eslint/no-explicit-any -- called with values that the types rule out */
const testers = () => new Testers('jugs', 4, 6) as any;
const calls: Call[] = [
  { name: 'explore', call: explore as any, good: ['jugs', 4, 6] },
  { name: 'Testers', call: (...v) => new (Testers as any)(...v), good: ['river', 4, 6] },
  { name: 'miss', call: (...v) => testers().miss(...v), good: [100] },
  { name: 'firstHit', call: (...v) => testers().firstHit(...v), good: [1, 0, 100] },
  { name: 'Race', call: (...v) => new (Race as any)(...v), good: ['read-committed', 'none'] },
];

it.each(calls)('answers hostile values with a result or a sentence, and works on: $name', expectToSurvive);

it('plays whatever order it is given, or says what is wrong with it', () => {
  const race = new Race('serializable', 'for-update');
  for (const order of ['', '1', '112233', '🎲', '\0', '1'.repeat(400), undefined, null, 7, {}] as any[]) {
    let error: unknown;
    try {
      race.play(order);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(WebAssembly.RuntimeError);
  }
  expect(race.play('121212' as any).broken).toBe(false);
});
