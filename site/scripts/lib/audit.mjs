import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserFlags } from './browser.mjs';
import { cache } from './paths.mjs';
import { run } from './run.mjs';

/** The four categories, in the order they are printed. */
export const categories = /** @type {const} */ (['performance', 'accessibility', 'best-practices', 'seo']);

/** Kinds of files, as Lighthouse names them, whose weight is printed. */
export const kinds = /** @type {const} */ (['Document', 'Stylesheet', 'Script', 'Font', 'Image', 'Fetch', 'Other']);

/**
 * @typedef {object} Audit
 * @property {Record<string, number>} scores from 0 to 100, by category
 * @property {Record<string, number>} bytes as transferred, by kind of file
 */

/**
 * Lighthouse's audit of a page as seen on a phone.
 *
 * @param {string} address
 * @param {string} browser the program to use
 * @returns {Promise<Audit>}
 */
async function audit(address, browser) {
  const flags = ['--headless=new', ...browserFlags].join(' ');
  const report = join(cache, 'lighthouse.json');
  const args = [address, '--quiet', '--output=json', `--output-path=${report}`, `--chrome-flags=${flags}`];
  await run('lighthouse', args, { env: { CHROME_PATH: browser } });
  return readAudit(JSON.parse(readFileSync(report, 'utf8')));
}

/**
 * @param {any} report Lighthouse's own
 * @returns {Audit}
 */
export function readAudit(report) {
  const scores = Object.fromEntries(
    categories.map((id) => [id, Math.round(100 * (report.categories[id]?.score ?? 0))]),
  );
  /** @type {Record<string, number>} */
  const bytes = {};
  for (const { resourceType, transferSize } of report.audits['network-requests'].details.items) {
    const kind = kinds.includes(resourceType) ? resourceType : 'Other';
    bytes[kind] = (bytes[kind] ?? 0) + transferSize;
  }
  return { scores, bytes };
}

/**
 * The run in the middle by its performance score, which is the one that varies.
 *
 * @param {Audit[]} runs
 */
export function median(runs) {
  const sorted = [...runs].sort((a, b) => (a.scores.performance ?? 0) - (b.scores.performance ?? 0));
  return sorted[Math.floor(sorted.length / 2)];
}

/**
 * @param {string} address
 * @param {string} browser
 * @param {number} [times]
 */
export async function auditRepeatedly(address, browser, times = 3) {
  const runs = [];
  for (let i = 0; i < times; i++) runs.push(await audit(address, browser));
  const middle = median(runs);
  if (!middle) throw new Error('no run');
  return middle;
}
