/** Figures of the article, by name, counted from the cells. */
import { above, verdict, type Expectation } from '@/kit/prose/expects.ts';
import type { Values, Word, Words } from '@/kit/prose/named.ts';
import { series } from '@/kit/record/queries.ts';
import { getThrough } from './checkers.ts';
import { countedIn, MEANING_NAMES, scoreOf, type Meaning } from './meanings.ts';
import {
  CELLS,
  idsOf,
  isDetected,
  languageOf,
  measuredFrom,
  outcomeOf,
  recordedCells,
  saidOf,
  type Measured,
} from './lab/measured.ts';

export const values: Values = {
  undefinedInCpp: { kind: 'measured', derived: 'cpp undefined' },
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

/** Version of a language's compiler, checker or interpreter. */
const version = (language: string): Word => ({
  of: (record) => measuredFrom(record).languages.find(({ id }) => id === language)!.version,
});

/** A number that is counted from the cells. */
const count = (of: (measured: Measured) => number): Word => ({ of: (record) => String(of(measuredFrom(record))) });

const score = (measured: Measured, language: string, meaning: Meaning) =>
  scoreOf(measured, language, meaning, countedIn(meaning)) ?? { good: 0, of: 0, share: 0 };

/** Mistakes that get through in TypeScript and can’t be written in JavaScript. */
const beyondJavaScript = (measured: Measured) =>
  idsOf(measured.mistakes).filter(
    (mistake) =>
      outcomeOf(measured, 'javascript', mistake, 'plain') === 'cannot-be-written' &&
      ['silent', 'undefined'].includes(outcomeOf(measured, 'typescript', mistake, 'plain')),
  );

export const words: Words = {
  triedInCpp: count((measured) => score(measured, 'cpp', 'static').of),
  refusedInTypeScript: count((measured) => score(measured, 'typescript', 'static').good),
  triedInTypeScript: count((measured) => score(measured, 'typescript', 'static').of),
  onlyInTypeScript: count((measured) => beyondJavaScript(measured).length),
  promisesOfTypeScript: count((measured) => score(measured, 'typescript', 'promise').of),
  undefinedInCWarned: count((measured) => getThrough(measured, 'c', 'linted').undefined),
  mistakes: count(({ mistakes }) => mistakes.length),
  languages: count(({ languages }) => new Set(idsOf(languages).map(languageOf)).size),
  setups: count(({ languages }) => languages.length),
  pairs: count(({ languages }) => (languages.length * (languages.length - 1)) / 2),
  versionOfC: version('c'),
  versionOfClang: version('c-clang'),
  versionOfCsharp: version('csharp'),
};

/** Something that holds of the cells; else `check` says what is there instead. */
const cells = (what: string, check: (measured: Measured) => true | string): Expectation => ({
  what,
  check: ({ recordsOf }) => check(measuredFrom(recordsOf()[0]!)),
});

/** A mistake ends so in a language, as it is and with the usual warnings and linters. */
const cell = (name: string, plain: string, linted = plain): Expectation =>
  cells(`${name} is ${plain}, and ${linted} with warnings`, (measured) => {
    const [language, mistake] = name.split(' ') as [string, string];
    const ends = (['plain', 'linted'] as const).map((column) => outcomeOf(measured, language, mistake, column));
    return (ends[0] === plain && ends[1] === linted) || `it is ${ends.join(', and ')}`;
  });

/** A meaning approves all mistakes in a language, or none. */
const scored = (language: string, meaning: Meaning, share: 0 | 1): Expectation =>
  cells(`${language} scores ${share} by ${meaning}`, (measured) => {
    const { share: own, of } = score(measured, language, meaning);
    return (of > 0 && own === share) || `it scores ${own} of ${of}`;
  });

/** Where declared types are checked, metres plus feet is stopped. */
const unitsApart = cells('metres plus feet is refused or caught wherever declared types are checked', (measured) => {
  const through = measured.languages.filter(
    ({ id, promises }) => promises && outcomeOf(measured, id, 'metre-plus-foot', 'plain') === 'silent',
  );
  return through.length === 0 || `it goes on in ${through.map(({ name }) => name).join(', ')}`;
});

/** ShellCheck refuses nothing that Bash alone doesn’t. */
const shellCheckSilent = cells('ShellCheck refuses no mistake in Bash', (measured) => {
  const refused = idsOf(measured.mistakes).filter(
    (mistake) => outcomeOf(measured, 'bash', mistake, 'linted') === 'refused',
  );
  return refused.length === 0 || `it refuses ${refused.join(', ')}`;
});

/** Rust’s score is the largest by each meaning, alone or with others’. */
const rustFirst = cells('no score is above Rust’s by any meaning', (measured) => {
  const larger = MEANING_NAMES.flatMap((meaning) =>
    idsOf(measured.languages)
      .filter((id) => score(measured, id, meaning).share > score(measured, 'rust', meaning).share)
      .map((id) => `${id} ${meaning}`),
  );
  return larger.length === 0 || `${larger.join(', ')} are`;
});

/** Sanitizers report all that is undefined in C with warnings on, and a race detector the race in Go. */
const detectorsReport: Expectation = {
  what: 'a sanitizer reports whatever is undefined in C with warnings on, and a detector the race in Go',
  check({ recordsOf }) {
    const record = recordsOf()[0]!;
    const measured = measuredFrom(record);
    const told = recordedCells(record);
    const unreported = idsOf(measured.mistakes).filter(
      (mistake) =>
        outcomeOf(measured, 'c', mistake, 'linted') === 'undefined' &&
        !/Sanitizer|runtime error/.test(saidOf(told, 'c', mistake)?.plain ?? ''),
    );
    if (!series(record, CELLS).points.some(isDetected)) unreported.push('a race');
    return unreported.length === 0 || `none reports ${unreported.join(', ')}`;
  },
};

/** Mistakes that get through: more in the first case than in the second, or as many. */
const through = (
  [one, column]: readonly [language: string, column: 'plain' | 'linted'],
  than: 'more' | 'same',
  [other, otherColumn]: readonly [language: string, column: 'plain' | 'linted'],
): Expectation =>
  cells(`${than} get through in ${one}, ${column} than in ${other}, ${otherColumn}`, (measured) => {
    const own = getThrough(measured, one, column, other).through;
    const others = getThrough(measured, other, otherColumn, one).through;
    return (than === 'more' ? own > others : own === others) || `${own} do, and ${others}`;
  });

export const expects: readonly Expectation[] = [
  scored('javascript', 'static', 0),
  scored('javascript', 'safe', 1),
  scored('php', 'static', 0),
  scored('php', 'promise', 1),
  scored('typescript', 'promise', 0),
  above('pairsEitherWay', 0),
  rustFirst,
  unitsApart,
  shellCheckSilent,
  detectorsReport,
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
  cell('go data-race', 'silent'),
  cell('sqlite implicit-narrowing', 'silent', 'refused'),
  through(['python', 'plain'], 'same', ['python', 'linted']),
  through(['python', 'linted'], 'more', ['mypy', 'linted']),
  through(['python', 'linted'], 'more', ['pyright', 'linted']),
  // The table names mypy alone: Ruff, which runs beside it, stops nothing more, but does beside pyright.
  through(['mypy', 'plain'], 'same', ['mypy', 'linted']),
  through(['pyright', 'plain'], 'more', ['pyright', 'linted']),
  through(['typescript', 'plain'], 'same', ['typescript', 'linted']),
  through(['javascript', 'linted'], 'more', ['typescript', 'plain']),
  verdict('hole-by-bug', 'reproduced'),
  verdict('stated-gaps', 'holds'),
  verdict('equality', 'reproduced'),
  verdict('five-orders', 'holds'),
];
