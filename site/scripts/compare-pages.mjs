// npm run compare: what a reader would see differ between two built sites.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { command } from './lib/command.mjs';
import { countOverlays, readFigures, differencesOfFigures } from './lib/figures-of-pages.mjs';
import { readLabs } from './lib/lab-answers.mjs';
import { differences, readSite } from './lib/pages.mjs';
import { Problem, UsageProblem } from './lib/problem.mjs';

const HELP = `npm run compare -- BEFORE AFTER [--labs | --figures] [--ignore PATTERN]… [--save FILE]

Shows what a reader would see differ between two built sites: after a change of code alone, nothing. BEFORE and AFTER are folders such
as dist, or files that --save wrote.

--labs     also opens every lab in a browser, and compares its answers: minutes
--figures  compares no pages: finds each figure, verdict and point of a chart of BEFORE in AFTER, wherever it stands there
--ignore   a pattern that does not count; as often as needed
--save     keeps what AFTER says`;
/** Lines shown of each file that differs. */
const SHOWN = 20;

await command(HELP, async (args) => {
  const { values, positionals } = readOptions(args);
  const [before, after] = positionals;
  if (before === undefined || after === undefined || positionals.length > 2) throw new UsageProblem('Name two sites');
  if (values.figures) return compareFigures(before, after);
  if (values.save !== undefined) refuseForeign(values.save);
  const [was, is] = [await read(before, values.labs), await read(after, values.labs)];
  if (values.save !== undefined) writeFileSync(values.save, JSON.stringify(is));
  const found = differences(
    was,
    is,
    values.ignore.map((pattern) => new RegExp(pattern, 'g')),
  );
  for (const { file, removed, added } of found) {
    console.log(`\n${file}`);
    for (const line of removed.slice(0, SHOWN)) console.log(`- ${line}`);
    for (const line of added.slice(0, SHOWN)) console.log(`+ ${line}`);
    const more = Math.max(0, removed.length - SHOWN) + Math.max(0, added.length - SHOWN);
    if (more > 0) console.log(`… and ${more} lines more`);
  }
  const compared = new Set([...Object.keys(was), ...Object.keys(is)]).size;
  console.log(`\n${compared} pages, files and answers compared, ${found.length} differ`);
  return found.length > 0 ? 1 : 0;
});

/** @param {string} before @param {string} after */
function compareFigures(before, after) {
  for (const place of [before, after])
    if (!statSync(place, { throwIfNoEntry: false })?.isDirectory())
      throw new Problem(`${place} is no built site, in which figures could be looked for.`, 2);
  const was = readFigures(before);
  const { same, moved, changed, removed, added } = differencesOfFigures(was, readFigures(after));
  for (const { key, was: value, is } of changed) console.log(`changed  ${key}: ${value} -> ${is}`);
  for (const key of removed) console.log(`gone     ${key}`);
  const places = Map.groupBy(moved, ({ from, to }) => `${from} -> ${to}`);
  for (const [place, own] of places) console.log(`${own.length} moved: ${place}`);
  console.log(
    `\n${was.size} figures, verdicts and points: ${same} where they were, ${moved.length} elsewhere, ${changed.length} changed, ` +
      `${removed.length} gone; ${added} are new. ${countOverlays(after)} records can be laid over pages.`,
  );
  return changed.length + removed.length > 0 ? 1 : 0;
}

/** @param {string} file @throws {Problem} where it is there, and neither empty nor written by `--save` */
function refuseForeign(file) {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats || (stats.isFile() && (stats.size === 0 || isSaved(readFileSync(file, 'utf8'))))) return;
  throw new Problem(`${file} is nothing that --save wrote, and stays as it is. Name another file, or move it away.`, 2);
}

/** True for a text that `--save` wrote. @param {string} text */
function isSaved(text) {
  try {
    const says = Object.entries(JSON.parse(text));
    const areLines = (/** @type {unknown} */ lines) =>
      Array.isArray(lines) && lines.every((line) => typeof line === 'string');
    return says.some(([name]) => name.endsWith('.html')) && says.every(([, lines]) => areLines(lines));
  } catch {
    return false;
  }
}

/**
 * @param {string} path a built site, or a file that `--save` wrote
 * @param {boolean} labs
 * @returns {Promise<Record<string, string[]>>}
 */
async function read(path, labs) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new Problem(`There is no ${path}; build the site first: npm run build`, 2);
  if (stats.isFile()) return JSON.parse(readFileSync(path, 'utf8'));
  const folder = resolve(path);
  const pages = readSite(folder);
  if (!labs) return pages;
  const withLabs = Object.keys(pages)
    .filter((name) => name.startsWith('findings/') && name.endsWith('index.html'))
    .map((name) => `/${name.replace(/index\.html$/, '')}`);
  return { ...pages, ...(await readLabs(folder, withLabs, (page) => console.log(`${path}: labs of ${page}`))) };
}

/** @param {string[]} args */
function readOptions(args) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      labs: { type: 'boolean', default: false },
      figures: { type: 'boolean', default: false },
      ignore: { type: 'string', multiple: true, default: [] },
      save: { type: 'string' },
    },
  });
}
