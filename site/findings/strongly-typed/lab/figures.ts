/** The figures of every view. */
import { formatCount } from '@/kit/chart/format';
import type { Figure } from '@/kit/lab/figures';
import { VALUES } from './live';
import { outcomeOf, type Measured } from './measured';
import { activeOf, MISTAKES, OUTCOMES, type LabState, type ViewName } from './state';
import type { Equal, MadeHere, Ranked } from './tasks';
import { agrees, columnOf, firsts, listed } from './words';

/** What is known of a state. */
export interface Results {
  ranked: Ranked | null;
  equal: Equal | null;
  made: MadeHere | null;
}

const figure = (name: string, label: string, hint: string, value: number | null, text?: string): Figure => ({
  name,
  label,
  hint,
  value,
  text: value === null ? '–' : (text ?? formatCount(value)),
  alarming: false,
});

/** So many names are written out. */
const MOST_NAMED = 2;

type FiguresOf = (measured: Measured, state: Readonly<LabState>, results: Results) => Figure[];

export const figuresOf: Readonly<Record<ViewName, FiguresOf>> = {
  rank: (measured, state, { ranked }) => {
    const names = ranked ? firsts(measured, ranked) : [];
    const all = ranked?.whole.languages.length ?? 0;
    return [
      figure(
        'first',
        'first',
        'how many languages share the first place',
        ranked ? names.length : null,
        names.length > MOST_NAMED ? `${names.length} languages` : listed(names),
      ),
      figure(
        'strong-count',
        '“strongly typed”',
        'languages at the threshold or above it',
        ranked?.strong.length ?? null,
        `${ranked?.strong.length ?? 0} of ${all}`,
      ),
      figure(
        'incomparable-pairs',
        'pairs these meanings can reverse',
        'of all pairs of languages, by the meanings that have a weight',
        ranked?.incomparable ?? null,
        `${formatCount(ranked?.incomparable ?? 0)} of ${formatCount((all * (all - 1)) / 2)}`,
      ),
      figure(
        'tau',
        'tau-b of two meanings',
        'how alike the two with the largest weights order the languages: 1 the same order, -1 the reverse',
        activeOf(state).length < 2 ? null : (ranked?.tau ?? null),
        (ranked?.tau ?? 0).toFixed(2).replace('-', '−'),
      ),
      figure(
        'flips',
        'weights that could swap the two',
        'meanings whose weight alone, from 0 to 10, reverses the two languages',
        ranked?.pair?.meanings.length ?? null,
      ),
    ];
  },
  matrix: (measured, state) => {
    const ends = MISTAKES.map((mistake) => outcomeOf(measured, state.a, mistake, columnOf(state)));
    const written = ends.filter((one) => one !== 'cannot-be-written' && one !== 'not-tested').length;
    return OUTCOMES.slice(0, 4).map((name) => {
      const count = ends.filter((one) => one === name).length;
      const hint = `of the mistakes that can be written in the language and were tried`;
      return figure(name, name, hint, count, `${count} of ${written}`);
    });
  },
  equality: (_, __, { equal }) => [
    {
      ...figure(
        'intransitive',
        'triples that break it',
        'a equals b and b equals c, but a does not equal c',
        equal && equal.triples.length,
      ),
      alarming: (equal?.triples.length ?? 0) > 0,
    },
    figure(
      'equal-pairs',
      'equal pairs',
      'of two different values of the ten',
      equal ? (equal.grid.reduce((sum, one) => sum + one, 0) - VALUES.length) / 2 : null,
      equal
        ? `${(equal.grid.reduce((sum, one) => sum + one, 0) - VALUES.length) / 2} of ${(VALUES.length * (VALUES.length - 1)) / 2}`
        : '',
    ),
  ],
  traps: (measured, _, { made }) => {
    const trapped = made?.traps.filter(({ ends }) => ends === 'caught').length ?? null;
    const same = made?.mistakes.filter(({ name, ends }) => agrees(measured, name, ends)).length ?? null;
    return [
      figure(
        'trap',
        'WebAssembly traps',
        'mistakes that stop the module',
        trapped,
        `${trapped} of ${made?.traps.length}`,
      ),
      figure(
        'as-recorded',
        'as in the record',
        'mistakes of JavaScript that end in this browser as in Node',
        same,
        `${same} of ${made?.mistakes.length}`,
      ),
    ];
  },
};
