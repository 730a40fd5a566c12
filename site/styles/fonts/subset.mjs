/**
 * Cuts the site's fonts out of the @fontsource-variable packages: `node site/styles/fonts/subset.mjs`.
 *
 * The results are committed beside this file, so that neither `astro dev` nor a build has to cut anything;
 * fonts.test.ts fails when they no longer follow from the packages and this file, or those that every page may load weigh more
 * than 53 kB together.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const range = (/** @type {number} */ first, /** @type {number} */ last) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index)).join('');
const printableAscii = range(0x20, 0x7e);
const lowerCase = range(0x61, 0x7a);
const digits = range(0x30, 0x39);
const lettersAndDigits = lowerCase + range(0x41, 0x5a) + digits;
const spaces = ' \u00a0\u2009\u2011\u202f';
/** Letters that names of people and places in Western Europe need. */
const letters = 'àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿßÀÁÂÄÅÆÇÈÉÊËÑÓÖØÜŒœı';
/** Punctuation and signs. */
const signs = '†‡§¶©®⁄½¼¾′″‰€£«»↑↓°±²³µ·¹×÷–—‘’“”•…‹›−';

/** The characters of the files, where the packages have them; others fall to the next family in the list. */
export const characters = printableAscii + spaces + letters + signs;

/**
 * Splits each face into two files, by the suffix of their names: the common characters of articles, and the rest. A browser loads the
 * second only for a page that has one of its characters.
 *
 * @param {(typeof cuts)[number]} cut
 */
export const partsOf = ({ common }) => ({
  '': common,
  '-rare': [...characters].filter((character) => !common.includes(character)).join(''),
});

/** A part's characters as CSS names them: `U+20-7E,U+A0`. @param {string} part */
export function unicodeRange(part) {
  const points = [...part].map((character) => character.codePointAt(0) ?? 0).sort((a, b) => a - b);
  const starts = points.filter((point) => !points.includes(point - 1));
  const ends = points.filter((point) => !points.includes(point + 1));
  const hex = (/** @type {number | undefined} */ point) => (point ?? 0).toString(16).toUpperCase();
  return starts.map((start, i) => `U+${hex(start)}${ends[i] === start ? '' : `-${hex(ends[i])}`}`).join(', ');
}

const textFeatures = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk', 'rvrn', 'tnum', 'lnum'];

/** Cuts: the package's file, the part of its variation space, the features to keep, and the common characters. */
export const cuts = [
  {
    name: 'source-serif-4',
    from: '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
    features: textFeatures,
    common: `${lettersAndDigits}${spaces},.;:?!()[]%/_#&"'\\+=<>-–—‘’“”…−×÷²µéàÅö`,
  },
  {
    name: 'source-serif-4-italic',
    from: '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-italic.woff2',
    // Lower case only, for a word here and there.
    axes: { wght: 400 },
    features: textFeatures,
    common: `${lowerCase}${digits} \u00a0,./-–()’`,
  },
  {
    // Optical size for titles: finer serifs, tighter fit.
    name: 'source-serif-4-display',
    from: '@fontsource-variable/source-serif-4/files/source-serif-4-latin-opsz-normal.woff2',
    axes: { opsz: 48, wght: 560 },
    features: textFeatures,
    common: `${lettersAndDigits} \u00a0,.:?!()%/-–‘’“”`,
  },
  {
    name: 'inter',
    from: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 650 } },
    features: textFeatures,
    common: `${lettersAndDigits}${spaces},.;:?!()[]%/_#&"'\\+=<>-–‘’“”…−×÷·²³¹µéà↓`,
  },
  {
    name: 'jetbrains-mono',
    from: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    axes: { wght: 400 },
    // No ligatures: code shows what is typed.
    features: ['kern', 'ccmp', 'locl', 'mark', 'mkmk', 'zero'],
    common: `${printableAscii}\u00a0…éà−`,
  },
];

/**
 * Cuts one part of a face.
 * @param {(typeof cuts)[number]} cut
 * @param {string} part
 */
export async function cutFont(cut, part) {
  const original = await readFile(fileURLToPath(import.meta.resolve(cut.from)));
  return subsetFont(original, part, {
    targetFormat: 'woff2',
    variationAxes: cut.axes,
    keepFeatures: cut.features,
    noHinting: true,
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const cut of cuts) {
    for (const [ending, part] of Object.entries(partsOf(cut))) {
      const bytes = await cutFont(cut, part);
      await writeFile(new URL(`${cut.name}${ending}.woff2`, import.meta.url), bytes);
      process.stdout.write(`${cut.name}${ending}.woff2  ${bytes.length} bytes\n`);
    }
  }
}
