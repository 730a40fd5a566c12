/** What the article shows, by name. */
import { dimensionOf, settingWords } from '@/kit/chart/settings.ts';
import { above, below, meets, verdict, type Expectation } from '@/kit/prose/expects.ts';
import type { Value, Values, Words } from '@/kit/prose/named.ts';
import { points, series } from '@/kit/record/queries.ts';

/** How much of a meaning a language or checker has: a share of the mistakes that bear on it. */
const score = (language: string, meaning: string, column = 'plain'): Value => ({
  kind: 'measured',
  series: 'scores',
  at: { language, meaning, column },
  measure: 'score',
});

/** How alike “refused before it runs” and another meaning put languages in order. */
const alike = (other_meaning: string, measure = 'tau_b'): Value => ({
  kind: 'measured',
  series: 'meanings',
  at: { meaning: 'static', other_meaning },
  measure,
});

/** Triples of values for which `==` is not transitive. */
const triples = (language: string): Value => ({
  kind: 'measured',
  series: 'equality',
  at: { language, operator: '==' },
  measure: 'triples',
});

/** The rows of the article's table, as names of its values begin, … */
const QUESTIONS = {
  refused: 'static',
  promised: 'sound',
  defined: 'safe',
  unconverted: 'coercions',
  expressed: 'expressive',
};
/** … and its columns, as they end: `refusedInC` is how many mistakes in C are refused before they run. */
const LANGUAGES = {
  C: 'c',
  Cpp: 'cpp',
  Rust: 'rust',
  Java: 'java',
  TypeScript: 'typescript',
  Python: 'python',
  JavaScript: 'javascript',
};

const table: Values = Object.fromEntries(
  Object.entries(QUESTIONS).flatMap(([answer, meaning]) =>
    Object.entries(LANGUAGES).map(([name, language]) => [`${answer}In${name}`, score(language, meaning)]),
  ),
);

export const values: Values = {
  ...table,
  refusedInCWithWarnings: score('c', 'static', 'linted'),
  refusedByStrictMypy: score('mypy', 'static', 'linted'),
  refusedByStrictPyright: score('pyright', 'static', 'linted'),
  undefinedInC: { kind: 'measured', claim: 'run-time-safety', figure: 4 },
  refusedLikeExpressed: alike('expressive'),
  refusedLikeDefined: alike('safe'),
  refusedLikeExpressedApart: alike('expressive', 'tau_b_apart'),
  languagesPartlyDefined: {
    kind: 'measured',
    claim: 'matter-of-degree',
    figure: 'languages that score between 0% and 100% by “never undefined”',
  },
  pairsEitherWay: { kind: 'measured', claim: 'five-orders' },
  pairsOneWay: { kind: 'measured', claim: 'five-orders', figure: 1 },
  intransitiveInJavaScript: triples('javascript'),
  intransitiveInPhp: triples('php'),
};

export const words: Words = {
  /** The languages that score something by “never undefined”, and not everything. */
  partlyDefined: {
    of(record) {
      const scores = series(record, 'scores');
      const partly = points(scores, { meaning: 'safe', column: 'plain' }).filter(({ values }) => {
        const { value = 0 } = values['score'] ?? {};
        return value > 0 && value < 1;
      });
      const language = dimensionOf(scores, 'language');
      return new Intl.ListFormat('en-GB').format(partly.map(({ at }) => settingWords(language, at[language.name])));
    },
  },
};

export const machines = [
  'refusedInCpp',
  'definedInCpp',
  'refusedInJavaScript',
  'undefinedInC',
  'refusedLikeExpressed',
  'pairsEitherWay',
  'intransitiveInJavaScript',
];

export const expects: readonly Expectation[] = [
  above('refusedInCpp', 'refusedInJavaScript'),
  below('definedInCpp', 'definedInJavaScript'),
  meets('promisedInJavaScript', 0),
  above('refusedInCWithWarnings', 'refusedInC'),
  above('refusedByStrictMypy', 'refusedInPython'),
  above('refusedByStrictPyright', 'refusedInPython'),
  above('unconvertedInPython', 'unconvertedInJavaScript'),
  verdict('run-time-safety', 'reproduced'),
  verdict('holes-by-design', 'reproduced'),
  verdict('checked-stores', 'holds'),
  verdict('hole-by-bug', 'reproduced'),
  verdict('stated-gaps', 'holds'),
  verdict('equality', 'reproduced'),
  {
    what: 'weights put some of 231 pairs either way, and the others one way',
    check({ rangeOf }) {
      const pairs = rangeOf('pairsEitherWay').low + rangeOf('pairsOneWay').low;
      return pairs === 231 || `there are ${pairs}`;
    },
  },
];
