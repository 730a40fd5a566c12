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

it('says what is wrong in words', () => {
  expect(() => compare('à'.repeat(2_049), spaces)).toThrow('bytes of the text is 4,098; it must be from 0 to 4,096');
  expect(() => compare(text, Uint32Array.of(256))).toThrow('a byte of spaces is 256; it must be from 0 to 255');
  expect(() => broken(new Uint32Array(257))).toThrow('spaces is 257; it must be from 0 to 256');
});

it('takes half a surrogate pair for the replacement character', () => {
  const words = (given: string) => compare(given, spaces).rule.words.map(({ bytes }) => bytes);
  expect(words('\ud83d=>\udc00')).toEqual(words('\ufffd=>\ufffd'));
});
