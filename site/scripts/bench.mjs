// npm run bench: how fast the models are, whether experiments keep up with other tools, and how
// good and light the pages are. Prints tables, and writes no record.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { auditRepeatedly, categories, kinds } from './lib/audit.mjs';
import { ensureBrowser } from './lib/browser.mjs';
import { buildSite, buildWasm } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { compile } from './lib/compile.mjs';
import { crossChecked, printCrossChecks } from './lib/cross-checks.mjs';
import { root } from './lib/paths.mjs';
import { UsageProblem } from './lib/problem.mjs';
import { tryRun } from './lib/run.mjs';
import { serve } from './lib/serve.mjs';
import { setUp } from './lib/setup.mjs';
import { formatTable } from './lib/table.mjs';

const HELP = `npm run bench -- [--profile quick|full]

Prints, each ratio with its 95% interval and both figures beside it:
  - the models against their plain versions
  - the experiments' sockets against iperf3 and wrk, where these are installed,
    and the simulation of queues against a plain one
  - what Lighthouse says of every page as a phone loads it, and how much that is

It needs a quiet machine, for a quarter of an hour or more, most of it for the
pages. --profile full takes some ten minutes more: the models run in more rounds,
which narrows the intervals, and more readings are counted.`;

/** The pages to audit: all that a reader may open. */
const PAGES = ['/', ...findingSlugs().map((slug) => `/findings/${slug}/`), '/claims/', '/compare/', '/method/'];

await command(HELP, async (args) => {
  const profile = readProfile(args);
  await setUp();
  const browser = await ensureBrowser();
  await buildWasm();
  await buildSite({ base: '/' });
  const packages = ['bench', ...crossChecked()].flatMap((name) => ['--package', name]);
  await compile('benchmarks', packages);

  console.log('\nThis needs a quiet machine: whatever else runs on it meanwhile shows in the figures.');
  console.log('\nThe models against their plain versions\n');
  const cargo = ['run', '--release', '--locked', '--quiet', '--package', 'bench', '--', '--profile', profile];
  const { code } = await tryRun('cargo', cargo, { direct: true });

  const compared = await printCrossChecks();
  const passed = await auditPages(browser);
  return code !== 0 ? code : compared && passed ? 0 : 1;
});

/** @param {string[]} args */
function readProfile(args) {
  const { profile } = parseArgs({ args, options: { profile: { type: 'string', default: 'quick' } } }).values;
  if (!['quick', 'full'].includes(profile)) throw new UsageProblem(`There is no profile '${profile}'`);
  return profile;
}

function findingSlugs() {
  const articles = readdirSync(join(root, 'content', 'findings')).filter((name) => name.endsWith('.mdx'));
  return articles.map((name) => name.replace(/\.mdx$/, '')).sort();
}

/** Audits and prints the pages. @param {string} browser */
async function auditPages(browser) {
  const { address, close } = await serve({ folder: join(root, 'dist'), base: '/', port: 0 });
  try {
    const audits = [];
    for (const page of PAGES) {
      audits.push({ page, ...(await auditRepeatedly(new URL(page, address).href, browser)) });
    }
    const scores = audits.map(({ page, scores }) => [page, ...categories.map((id) => scores[id] ?? 0)]);
    console.log('\nLighthouse on a phone, the middle of three runs; each has to be 100\n');
    console.log(formatTable([['page', ...categories], ...scores]));

    const kilobytes = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1);
    const weights = audits.map(({ page, bytes }) => {
      const all = Object.values(bytes).reduce((sum, part) => sum + part, 0);
      return [page, ...kinds.map((kind) => kilobytes(bytes[kind] ?? 0)), kilobytes(all)];
    });
    console.log('\nWeight as transferred, kB\n');
    console.log(formatTable([['page', ...kinds, 'all'], ...weights]));
    return scores.flat().every((score) => typeof score === 'string' || score === 100);
  } finally {
    await close();
  }
}
