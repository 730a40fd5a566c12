import type * as models from '@/wasm-pkg/isspace/models.js';
import type { Question } from '../../../lib/border/recorded';
import fc from 'fast-check';
import { sampled } from '../../../lib/border/sampling';

/** Bytes that are white space: the ASCII six, macOS's eight, six others, none, and some that the parser's own marks are among. */
const RULES = [
  [9, 10, 11, 12, 13, 32],
  [9, 10, 11, 12, 13, 32, 0x85, 0xa0],
  [5, 11, 12, 13, 0x15, 0x40],
  [],
  [0, 34, 44, 61, 62, 92, 0x80, 0xbf, 0xc3, 0xff],
].map((bytes) => Uint32Array.from(bytes));

const TEXTS = [
  'a=>1, "b c"=>NULL', 'voilà=>1, miał=>"ą", 兠=>\\à', 'àb=>1', 'a\\', '"unfinished', 'nul=>\0x',
  'k=>\u0085\u00a0\u202e\u200b\ufeff', '😀=>👩‍👩‍👧, a=',
]; // prettier-ignore

const words = fc.array(fc.constantFrom('a', 'à', '"', '=>', '=', '>', ',', ' ', '\\', 'NULL', '\u0085', '兠', '\0'));

export default [
  ...RULES.flatMap((spaces) => [
    ({ broken }: typeof models) => broken(spaces),
    ...TEXTS.map(
      (text) =>
        ({ compare }: typeof models) =>
          compare(text, spaces),
    ),
  ]),
  ...sampled(300, words, fc.uint32Array({ max: 255, maxLength: 12 })).map(
    ([text, spaces]) =>
      ({ compare }: typeof models) =>
        compare(text.join(''), spaces),
  ),
  ({ compare }) => compare('x'.repeat(4096), RULES[1]!),
  ({ compare }) => compare('x'.repeat(4097), RULES[1]!),
  ({ compare }) => compare('', Uint32Array.of(256)),
  ({ broken }) => broken(new Uint32Array(257)),
] satisfies Question<typeof models>[];
