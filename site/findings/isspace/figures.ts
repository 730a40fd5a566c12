/** What the article shows: counts of locales, of tests and of characters, by name. All are figures of claims. */
import type { Value, Values } from '@/kit/prose/named.ts';

const measured = (claim: string, figure: string | number = 0): Value => ({ kind: 'measured', claim, figure });

/** The claims that sentences take several figures of. */
const LINUX = 'linux-adds-none';
const DISAGREE = 'implementations-disagree';
const CHARMAPS = 'odd-charmaps';
const HSTORE = 'hstore-breaks';
const WIDE = 'wide-depends-on-locale';

export const values = {
  glibcLocales: measured(LINUX, 'locales of glibc that were asked'),
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
