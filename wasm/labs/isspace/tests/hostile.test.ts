import { expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/isspace/models.js';
import { type Call, expectToSurvive } from '../../../lib/from-js/hostile';

const { broken, compare } = modelsAtBuild('isspace', models);

const spaces = Uint32Array.of(9, 10, 11, 12, 13, 32, 0x85, 0xa0);
const text = 'voilà=>1, "b"=>NULL';

/* eslint-disable @typescript-eslint/no-explicit-any -- called with values that the types rule out */
const calls: Call[] = [
  { name: 'compare', call: (...v) => (compare as any)(...v).rule.steps, good: [text, spaces] },
  { name: 'broken', call: (...v) => (broken as any)(...v), good: [spaces] },
];

it.each(calls)('answers hostile values with a result or a sentence, and works on: $name', expectToSurvive, 60_000);

it('takes half a surrogate pair for the replacement character', () => {
  const words = (given: string) => compare(given, spaces).rule.words.map(({ bytes }) => bytes);
  expect(words('\ud83d=>\udc00')).toEqual(words('\ufffd=>\ufffd'));
});
