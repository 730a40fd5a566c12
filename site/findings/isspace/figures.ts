/** Values and charts of the article, by name: counts of locales, of tests and of characters, all of them figures of claims. */
import { below, meets, verdict, type Expectation } from '@/kit/prose/expects.ts';
import type { Charts, Value, Values } from '@/kit/prose/named.ts';
import { byteGrids } from './charts/byte-grids.ts';
import { setsMatrix } from './charts/sets-matrix.ts';
import { TRIMS, trimsOf, trimsTable } from './charts/trims-table.ts';
import { answersOf, setsOf } from './charts/white-space.ts';

const measured = (claim: string, figure: string | number = 0): Value => ({ kind: 'measured', claim, figure });

/** How many characters beyond ASCII a function cuts in UTF-8 that was decoded as Latin-1. */
const cut = (call: string): Value => ({
  kind: 'measured',
  series: 'latin-1',
  measure: 'code_points',
  at: { call: `${call}-latin-1` },
});

/** The claims that sentences take several figures of. */
const LINUX = 'linux-adds-none';
const DISAGREE = 'implementations-disagree';
const CHARMAPS = 'odd-charmaps';
const HSTORE = 'hstore-breaks';
const WIDE = 'wide-depends-on-locale';

export const values = {
  glibcLocales: measured(LINUX, 'locales of glibc that were asked'),
  bytesAddedByGlibc: measured(LINUX),
  bytesAddedByMusl: measured(LINUX, 'bytes added by locales of musl'),
  bytesAddedByMacos: { kind: 'published', claim: 'macos-adds-two' },

  testsOfAllOfUnicode: measured(DISAGREE, 'implementations that were asked about all code points'),
  testsOfBytesAlone: measured(DISAGREE, 'implementations that were asked about bytes alone'),
  differentSets: measured(DISAGREE, 'different sets of white space'),

  characterMaps: measured(CHARMAPS, 'character maps that were tried'),
  characterMapsThatChangeTheSix: measured(CHARMAPS, 'character maps that change what is a space'),

  brokenByRuleOfMacos: { kind: 'exact', claim: HSTORE, figure: 0 },

  cutByPython: cut('python-split'),
  cutByGo: cut('go-fields'),
  cutByPerl: cut('perl-split'),
  cutByRust: cut('rust-split'),
  cutByJavaScript: cut('javascript-split'),
  cutByJava: cut('java-split'),

  utf8Locales: measured(WIDE, 'locales of UTF-8 that were asked'),
  utf8LocalesThatDiffer: measured(WIDE, 'locales of UTF-8 that are in the minority'),
  charactersOnWhichUtf8LocalesDiffer: measured(WIDE, 'code points on which locales of UTF-8 disagree'),
} satisfies Values;

export const charts = {
  bytes: { series: ['locales'], draw: byteGrids },
  sets: { series: ['code-points', 'implementations'], draw: setsMatrix },
  // Records of before these were asked show what is published alone.
  trims: { series: ['code-points'], draw: trimsTable },
} satisfies Charts;

export const machines = [
  'glibcLocales',
  'bytesAddedByGlibc',
  'bytesAddedByMusl',
  'testsOfAllOfUnicode',
  'differentSets',
  'characterMapsThatChangeTheSix',
  'charactersOnWhichUtf8LocalesDiffer',
];

/** Tests have the same set of white space as another. */
function haveSet(as: string, tests: readonly string[]): Expectation {
  return {
    what: `${tests.join(', ')} call the same characters spaces as ${as}`,
    check({ recordsOf }) {
      const sets = setsOf([answersOf(recordsOf()[0]!)]).sets.map(({ implementations: [ids] }) => ids!);
      const others = tests.filter((test) => !sets.find((ids) => ids.includes(as))!.includes(test));
      return others.length === 0 || `${others.join(', ')} do not`;
    },
  };
}

export const expects: readonly Expectation[] = [
  verdict('c-locale-six', 'reproduced'),
  verdict(LINUX, 'reproduced'),
  verdict('icu-alternative', 'reproduced'),
  verdict(DISAGREE, 'holds'),
  verdict('icu-about-bytes', 'holds'),
  verdict(CHARMAPS, 'holds'),
  verdict(WIDE, 'holds'),
  verdict('perl-depends-on-string', 'holds'),
  verdict('latin-1-cuts', 'holds'),
  // “Go, Perl and Rust cut as many”.
  meets('cutByGo', 'cutByPython'),
  meets('cutByPerl', 'cutByPython'),
  meets('cutByRust', 'cutByPython'),
  below('cutByJavaScript', 'cutByPython'),
  meets('cutByJava', 0),
  meets('bytesAddedByGlibc', 0),
  meets('bytesAddedByMusl', 0),
  meets('charactersOnWhichUtf8LocalesDiffer', 1),
  below('utf8LocalesThatDiffer', 'utf8Locales'),
  haveSet('c-iswspace-glibc-utf8', [
    'bash-utf8',
    'grep-utf8',
    'sed-utf8',
    'gawk-utf8',
    'cpp-isspace-wide-utf8',
    'cpp-regex-utf8',
  ]),
  haveSet('unicode-white-space', ['go-unicode-isspace', 'perl-regex-u', 'icu-u-isuwhitespace', 'rust-char']),
  {
    what: 'no test calls U+200B a space',
    check: ({ recordsOf }) => !answersOf(recordsOf()[0]!).codePoints.includes(0x200b) || 'some do',
  },
  {
    what: 'functions that trim remove what their makers write',
    check({ recordsOf }) {
      const measured = trimsOf(recordsOf()[0]!);
      const { says } = answersOf(recordsOf()[0]!);
      const odd = TRIMS.filter(({ id, removes }) => {
        const codePoints = id === undefined ? undefined : measured.get(id)?.codePoints;
        if (codePoints === undefined) return false;
        // A line of CSV ends at the line feed, whatever is trimmed.
        return removes === 'white-space'
          ? codePoints.length < 24 || codePoints.some((codePoint) => !says('unicode-white-space', codePoint))
          : codePoints.join() !== removes.join();
      });
      return odd.length === 0 || `${odd.map(({ name }) => name).join(', ')} do not`;
    },
  },
];
