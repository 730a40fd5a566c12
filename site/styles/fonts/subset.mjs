/**
 * Cuts the site's fonts out of the @fontsource-variable packages: `node site/styles/fonts/subset.mjs`.
 *
 * The results are committed beside this file, so that neither `astro dev` nor a build has to cut anything;
 * fonts.test.ts fails when they no longer follow from the packages and this file, or weigh more than 100 kB together.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const printableAscii = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join('');
/** Letters that names of people and places in Western Europe need. */
const letters = 'àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿßÀÁÂÄÅÆÇÈÉÊËÑÓÖØÜŒœı';
/** Typographic punctuation, the signs of arithmetic, and fixed, thin and non-breaking spaces. */
const signs = '\u00a0\u2009\u202f\u2011‘’“”–—…·•†‡§¶©®°±×÷−⁄¹²³µ½¼¾′″‰€£‹›«»↑↓';

/** Every character the subsets keep, where the packages have it; others fall to the next family in the list. */
export const characters = printableAscii + letters + signs;

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
 * One subset in the given format; share images take `truetype`, browsers `woff2`.
 * @param {(typeof cuts)[number]} cut
 * @param {'woff2' | 'truetype'} [targetFormat]
 */
export async function cutFont(cut, targetFormat = 'woff2') {
  const original = await readFile(fileURLToPath(import.meta.resolve(cut.from)));
  return subsetFont(original, characters, {
    targetFormat,
    variationAxes: cut.axes,
    keepFeatures: cut.features,
    noHinting: true,
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const cut of cuts) {
    const bytes = await cutFont(cut);
    await writeFile(new URL(`${cut.name}.woff2`, import.meta.url), bytes);
    process.stdout.write(`${cut.name}.woff2  ${bytes.length} bytes\n`);
  }
}
