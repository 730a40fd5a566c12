import { expect, it } from 'vitest';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/static-page/models.js';
import { type Call, expectToSurvive } from '../../../lib/from-js/hostile';

const { look, plan, sample } = modelsAtBuild('static-page', models);

const book = sample('bells', 0).head;
const whole = [book.length, Float64Array.of(0, book.length), book] as const;

const calls: Call[] = [
  // Of other lengths and pieces, the model says what is wrong with such a book: that is no argument.
  { name: 'look', call: (places, bytes) => look(book.length, places, bytes), good: [...whole.slice(1)] },
  { name: 'plan', call: (png, replaces) => plan(...whole, png, replaces), good: [new Uint8Array(9), false] },
  { name: 'sample', call: sample, good: ['orchard', 100_000_000] },
];

it.each(calls)('answers hostile values with a result or a sentence, and works on: $name', expectToSurvive);

it('refuses in a sentence what is no length, and what is no book', () => {
  expect(() => look(NaN, ...([...whole.slice(1)] as [Float64Array, Uint8Array]))).toThrow(
    /^length is NaN; it must be /,
  );
  const said = (bytes: Uint8Array) => {
    try {
      look(bytes.length, Float64Array.of(0, bytes.length), bytes);
    } catch (error) {
      return (error as Error).message;
    }
    return 'nothing';
  };
  expect(said(new Uint8Array())).toMatch(/empty/);
  expect(said(new TextEncoder().encode('%PDF-1.7 and so on, for longer than the end of an archive'))).toMatch(/ZIP/);
  expect(said(book.slice(0, -1))).toMatch(/fetch it again/);
  expect(said(book)).toBe('nothing');
});
