/**
 * Cuts the site's fonts out of the @fontsource-variable packages: `node site/styles/fonts/subset.mjs`.
 *
 * The results are committed beside this file, so that neither `astro dev` nor a build has to cut anything;
 * fonts.test.ts fails when they no longer follow from the packages and this file, or those that every page may load weigh more
 * than 70 kB together.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

/** What every page needs: printable ASCII, the punctuation and signs that articles and labs are full of, and the letters of examples. */
const printableAscii = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join('');
const common = `${printableAscii}\u00a0\u2009\u2011\u202fÅàé°±²³µ·¹×÷–—‘’“”•…‹›−`;
/** Letters that names of people and places in Western Europe need. */
const letters = 'áâãäåæçèêëìíîïñòóôõöøùúûüýÿßÀÁÂÄÆÇÈÉÊËÑÓÖØÜŒœı';
/** Rarer punctuation and signs. */
const signs = '†‡§¶©®⁄½¼¾′″‰€£«»↑↓';

/**
 * The characters that the files keep, where the packages have them; others fall to the next family in the list. Each face is
 * two files, by the end of their names: a browser loads the second only for a page that has one of its characters.
 */
export const parts = { '': common, '-rare': letters + signs };

/** A part's characters as CSS names them: `U+20-7E,U+A0`. @param {string} part */
export function unicodeRange(part) {
  const points = [...part].map((character) => character.codePointAt(0) ?? 0).sort((a, b) => a - b);
  const starts = points.filter((point) => !points.includes(point - 1));
  const ends = points.filter((point) => !points.includes(point + 1));
  const hex = (/** @type {number | undefined} */ point) => (point ?? 0).toString(16).toUpperCase();
  return starts.map((start, i) => `U+${hex(start)}${ends[i] === start ? '' : `-${hex(ends[i])}`}`).join(', ');
}

const textFeatures = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk', 'rvrn', 'tnum', 'lnum'];

/** What is cut: the package's file, the part of its variation space that is kept, and the features. */
export const cuts = [
  {
    name: 'source-serif-4',
    from: '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
    features: textFeatures,
  },
  {
    name: 'source-serif-4-italic',
    from: '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-italic.woff2',
    axes: { wght: 400 },
    features: textFeatures,
  },
  {
    // The optical size for titles: finer serifs, tighter fit.
    name: 'source-serif-4-display',
    from: '@fontsource-variable/source-serif-4/files/source-serif-4-latin-opsz-normal.woff2',
    axes: { opsz: 48, wght: 560 },
    features: textFeatures,
  },
  {
    name: 'inter',
    from: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 650 } },
    features: textFeatures,
  },
  {
    name: 'jetbrains-mono',
    from: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    axes: { wght: 400 },
    // No ligatures: in code, what is typed is what is shown.
    features: ['kern', 'ccmp', 'locl', 'mark', 'mkmk', 'zero'],
  },
];

/**
 * The file of one part of a face.
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
    for (const [ending, part] of Object.entries(parts)) {
      const bytes = await cutFont(cut, part);
      await writeFile(new URL(`${cut.name}${ending}.woff2`, import.meta.url), bytes);
      process.stdout.write(`${cut.name}${ending}.woff2  ${bytes.length} bytes\n`);
    }
  }
}
