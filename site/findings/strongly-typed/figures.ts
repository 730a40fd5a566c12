/** Figures of the article, by name. Scores are derived: the experiment counts them from the cells when it judges. */
import { dimensionOf, settingWords } from '@/kit/chart/settings.ts';
import { above, meets, verdict, type Expectation } from '@/kit/prose/expects.ts';
import type { Value, Values, Word, Words } from '@/kit/prose/named.ts';
import { series } from '@/kit/record/queries.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { getThrough } from './checkers.ts';
import { MEANINGS } from './meanings.ts';
import {
  CELLS,
  endsOfLanguage,
  idsOf,
  languageOf,
  measuredFrom,
  outcomeOf,
  recordedCells,
  saidOf,
  shortVersion,
} from './lab/measured.ts';

const derived = (name: string): Value => ({ kind: 'measured', derived: name });

export const values: Values = {
  undefinedInCpp: derived('cpp undefined'),
  undefinedInJavaScript: derived('javascript undefined'),
  refusedInCpp: derived('cpp static'),
  refusedInJavaScript: derived('javascript static'),
  promisedInJava: derived('java promise'),
  promisedInTypeScript: derived('typescript promise'),
  pairsEitherWay: { kind: 'measured', claim: 'five-orders' },
  bugsOfChromium: {
    kind: 'published',
    cited: {
      what: 'share of high-severity security bugs that are memory unsafety',
      value: 0.7,
      unit: 'share',
      source: {
        title: 'Chromium, Memory safety',
        url: 'https://www.chromium.org/Home/chromium-security/memory-safety/',
      },
    },
  },
};

/** Name of a language or checker in the record. */
const nameIn = (record: MeasurementRecord, language: string): string =>
  settingWords(dimensionOf(series(record, CELLS), 'language'), language);

/** Version of a language's compiler, checker or interpreter. */
const version = (language: string): Word => ({
  of: (record) => shortVersion(record.provenance.programs?.[nameIn(record, language)] ?? ''),
});

/** A number that is counted from the cells. */
const count = (of: (measured: ReturnType<typeof measuredFrom>) => number): Word => ({
  of: (record) => String(of(measuredFrom(record))),
});
const through = (language: string, column: 'plain' | 'linted'): Word =>
  count((measured) => getThrough(measured, language, column).through);
const tried = (language: string): Word => count((measured) => getThrough(measured, language, 'plain').of);

export const words: Words = {
  refusedOfCpp: count((measured) => endsOfLanguage(measured, 'cpp', 'plain').filter((one) => one === 'refused').length),
  triedInCpp: tried('cpp'),
  triedInJavaScript: tried('javascript'),
  triedInC: tried('c'),
  throughInC: through('c', 'plain'),
  throughInCWarned: through('c', 'linted'),
  throughInPython: through('python', 'plain'),
  throughMypy: through('mypy', 'linted'),
  undefinedInCWarned: count((measured) => getThrough(measured, 'c', 'linted').undefined),
  mistakes: count(({ mistakes }) => mistakes.length),
  languages: count(({ languages }) => new Set(idsOf(languages).map(languageOf)).size),
  setups: count(({ languages }) => languages.length),
  pairs: count(({ languages }) => (languages.length * (languages.length - 1)) / 2),
  versionOfC: version('c'),
  versionOfClang: version('c-clang'),
  versionOfCsharp: version('csharp'),
};

/** A mistake ends so in a language, as it is and with the usual warnings and linters. */
const cell = (name: string, plain: string, linted = plain): Expectation => ({
  what: `${name} is ${plain}, and ${linted} with warnings`,
  check({ recordsOf }) {
    const measured = measuredFrom(recordsOf()[0]!);
    const [language, mistake] = name.split(' ') as [string, string];
    const ends = (['plain', 'linted'] as const).map((column) => outcomeOf(measured, language, mistake, column));
    return (ends[0] === plain && ends[1] === linted) || `it is ${ends.join(', and ')}`;
  },
});

/** Where declared types are checked, metres plus feet is stopped. */
const unitsApart: Expectation = {
  what: 'metres plus feet is refused or caught wherever declared types are checked',
  check({ recordsOf }) {
    const record = recordsOf()[0]!;
    const measured = measuredFrom(record);
    const through = measured.languages.filter(
      ({ id }) => `${id} promise` in record.derived && outcomeOf(measured, id, 'metre-plus-foot', 'plain') === 'silent',
    );
    return through.length === 0 || `it goes on in ${through.map(({ name }) => name).join(', ')}`;
  },
};

/** Sanitizers report all that is undefined in C with warnings on. */
const sanitizersReport: Expectation = {
  what: 'a sanitizer reports whatever is undefined in C with warnings on',
  check({ recordsOf }) {
    const record = recordsOf()[0]!;
    const measured = measuredFrom(record);
    const cells = recordedCells(record);
    const unreported = idsOf(measured.mistakes).filter(
      (mistake) =>
        outcomeOf(measured, 'c', mistake, 'linted') === 'undefined' &&
        !/Sanitizer|runtime error/.test(saidOf(cells, 'c', mistake)?.plain ?? ''),
    );
    return unreported.length === 0 || `none reports ${unreported.join(', ')}`;
  },
};

/** Rust’s share is the largest by each meaning, alone or with others’. */
const rustFirst: Expectation = {
  what: 'no share is above Rust’s by any meaning',
  check({ recordsOf }) {
    const { derived: all } = recordsOf()[0]!;
    const share = (name: string) => all[name]?.measured?.value ?? 0;
    const above = Object.keys(all).filter((name) => {
      const [language = '', meaning = '', ...more] = name.split(' ');
      return (
        more.length === 0 && meaning in MEANINGS && language !== 'static' && share(name) > share(`rust ${meaning}`)
      );
    });
    return above.length === 0 || `${above.join(', ')} are`;
  },
};

/** Fewer mistakes get through in the second case than in the first. */
const fewer = (...[from, to]: readonly (readonly [language: string, column: 'plain' | 'linted'])[]): Expectation => ({
  what: `fewer mistakes get through in ${to!.join(', ')} than in ${from!.join(', ')}`,
  check({ recordsOf }) {
    const [more, less] = [from!, to!].map((one) => getThrough(measuredFrom(recordsOf()[0]!), ...one).through);
    return less! < more! || `${less} do, and ${more}`;
  },
});

/** As many mistakes get through in a language with linters as without. */
const unchanged = (language: string): Expectation => ({
  what: `as many mistakes get through in ${language} with linters as without`,
  check({ recordsOf }) {
    const measured = measuredFrom(recordsOf()[0]!);
    const [plain, linted] = (['plain', 'linted'] as const).map((it) => getThrough(measured, language, it).through);
    return plain === linted || `${linted} do, and ${plain}`;
  },
});

export const expects: readonly Expectation[] = [
  above('refusedInCpp', 'refusedInJavaScript'),
  above('undefinedInCpp', 'undefinedInJavaScript'),
  meets('refusedInJavaScript', 0),
  meets('undefinedInJavaScript', 0),
  above('promisedInJava', 'promisedInTypeScript'),
  above('pairsEitherWay', 0),
  rustFirst,
  unitsApart,
  sanitizersReport,
  cell('cpp equal-across-types', 'refused'),
  cell('javascript equal-across-types', 'silent'),
  cell('cpp use-after-free', 'undefined'),
  cell('rust use-after-free', 'refused'),
  cell('javascript use-after-free', 'cannot-be-written'),
  cell('typescript covariant-store', 'silent'),
  cell('java covariant-store', 'caught'),
  cell('javascript number-plus-text', 'silent'),
  cell('java number-plus-text', 'silent'),
  cell('cpp number-plus-text', 'silent'),
  cell('python number-plus-text', 'caught'),
  cell('rust metre-plus-foot', 'refused'),
  cell('c metre-plus-foot', 'refused'),
  cell('python metre-plus-foot', 'silent'),
  cell('mypy metre-plus-foot', 'refused'),
  cell('typescript gradual-hole', 'silent'),
  cell('mypy gradual-hole', 'silent'),
  cell('java unsound-generic', 'silent', 'refused'),
  cell('c-clang text-for-number', 'refused'),
  cell('c text-for-number', 'undefined', 'refused'),
  fewer(['c', 'plain'], ['c', 'linted']),
  unchanged('python'),
  fewer(['python', 'linted'], ['mypy', 'linted']),
  fewer(['python', 'linted'], ['pyright', 'linted']),
  verdict('run-time-safety', 'reproduced'),
  verdict('holes-by-design', 'reproduced'),
  verdict('checked-stores', 'holds'),
  verdict('hole-by-bug', 'reproduced'),
  verdict('stated-gaps', 'holds'),
  verdict('equality', 'reproduced'),
  verdict('five-orders', 'holds'),
];
