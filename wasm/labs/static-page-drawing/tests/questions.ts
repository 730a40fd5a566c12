import type * as models from '@/wasm-pkg/static-page-drawing/models.js';
import type { Question } from '../../../lib/border/recorded';
import fc from 'fast-check';
import { LIMITS } from '@/wasm-pkg/static-page/limits';
import { sampled } from '../../../lib/border/sampling';

const HARD = [
  ['', '', ''],
  ['Ночь ✨ \u202eabc\0', 'ﬁ ﬂ — “quoted”', 'Příliš žluťoučký kůň'],
  ['Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft', 'x', 'y'],
  ['a b c d e f g h i j k l m n o p q r s t u v w x y z', 'soft\u00adhyphen', '100% &amp; <b>'],
] as const;

const text = fc.array(fc.constantFrom('a', 'The', 'ﬁ', 'ž', '—', ' ', '-', '\u00ad', 'Ж', '字', '\n', '😀', 'W', 'harbour'), {
  maxLength: 60,
}); // prettier-ignore
const colour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);

export default [
  ...LIMITS.samples.map(
    ({ title, author, kind, colour }) =>
      ({ draw }: typeof models) =>
        draw(title, author, kind, colour),
  ),
  ...HARD.map(
    ([title, author, kind]) =>
      ({ draw }: typeof models) =>
        draw(title, author, kind, '#204060'),
  ),
  ...sampled(40, text, text, text, colour).map(
    ([title, author, kind, ground]) =>
      ({ draw }: typeof models) =>
        draw(title.join(''), author.join(''), kind.join(''), ground),
  ),
  ({ draw }) => draw('a', 'b', 'c', 'red'),
] satisfies Question<typeof models>[];
