/** What the article shows, by name: counts of locales, of tests and of characters, all of them figures of claims, and charts. */
import { below, meets, verdict, type Expectation } from '@/kit/prose/expects.ts';
import type { Charts, Value, Values } from '@/kit/prose/named.ts';
import { byteGrids } from './charts/byte-grids.ts';
import { setsMatrix } from './charts/sets-matrix.ts';
import { answersOf, setsOf } from './charts/white-space.ts';

const measured = (claim: string, figure: string | number = 0): Value => ({ kind: 'measured', claim, figure });

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
  differentSets: measured(DISAGREE, 'different sets of white space'),

  characterMaps: measured(CHARMAPS, 'character maps that were tried'),
  characterMapsThatChangeTheSix: measured(CHARMAPS, 'character maps that change what is a space'),

  brokenByRuleOfMacos: { kind: 'exact', claim: HSTORE, figure: 0 },
  brokenByLocalesAskedHere: measured(HSTORE, 1),
  brokenByIcu: measured('icu-about-bytes'),

  utf8Locales: measured(WIDE, 'locales of UTF-8 that were asked'),
  utf8LocalesThatDiffer: measured(WIDE, 'locales of UTF-8 that are in the minority'),
  charactersOnWhichUtf8LocalesDiffer: measured(WIDE, 'code points on which locales of UTF-8 disagree'),
} satisfies Values;

export const charts = {
  bytes: { series: ['locales'], draw: byteGrids },
  sets: { series: ['code-points', 'implementations'], draw: setsMatrix },
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
  meets('bytesAddedByGlibc', 0),
  meets('bytesAddedByMusl', 0),
  meets('brokenByLocalesAskedHere', 0),
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
    what: 'u_isspace() of each byte breaks four characters more than the rule of macOS',
    check({ rangeOf }) {
      const [icu, macos] = [rangeOf('brokenByIcu').low, rangeOf('brokenByRuleOfMacos').low];
      return icu - macos === 4 || `${icu} and ${macos} break`;
    },
  },
];
