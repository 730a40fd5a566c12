import { expect, it } from 'vitest';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/logical-duals/models.js';
import { type Call, expectToSurvive } from '../../../lib/from-js/hostile';

const { explore, formula, invert, Race, Testers } = modelsAtBuild('logical-duals', models);

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

// What the models make of any text is for their own tests; their errors here are of texts, and have other words than of numbers.
it('reads what is no text as one, or says what is wrong with it', () => {
  const race = new Race('serializable', 'for-update');
  for (const read of [(text: any) => formula(text, 2), invert, (text: any) => race.play(text)]) {
    for (const text of [undefined, null, 7, {}, '🎲', '\0'] as any[]) {
      try {
        read(text);
      } catch (error) {
        expect(error).not.toBeInstanceOf(WebAssembly.RuntimeError);
        expect((error as Error).message.length).toBeGreaterThan(10);
      }
    }
  }
});
