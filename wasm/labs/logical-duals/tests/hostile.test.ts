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

it('says what is wrong in words', () => {
  expect(() => explore('jugs', 21, 6)).toThrow('goal is 21; it must be from 0 to 20');
  expect(() => explore('jugs', 4, 0)).toThrow('depth is 0; it must be from 1 to 40');
  expect(() => testers().miss(1e6)).toThrow('budget is 1,000,000; it must be from 1 to 100,000');
  expect(() => formula('all x: p(y)', 2)).toThrow('no quantifier binds the variable y');
  expect(() => formula('(p and q', 2)).toThrow('opens a bracket that is never closed');
  expect(() => formula('p'.repeat(201), 2)).toThrow('has 201 characters');
  expect(() => invert('a:;b:;c:;d:;e:;f:;g:;h:;i:')).toThrow('the map has 9 keys; it must have 8 at most');
  expect(() => new Race('serializable', 'none').play('1212')).toThrow('write 1 and 2 3 times each');
});
