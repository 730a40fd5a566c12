// npm run build: set up and build what changed.
import { parseArgs } from 'node:util';
import { siteAddress } from './lib/address.mjs';
import { buildSite, buildWasm } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { siteForTests } from './lib/paths.mjs';
import { setUp } from './lib/setup.mjs';

const HELP = `npm run build -- [--force] [--yours] [--tests]

Sets up, and builds into dist/ what changed.

--force   builds the site again in any case
--yours   draws the records of your own runs as well
--tests   builds it as tests in a browser visit it, elsewhere

SITE_URL and SITE_BASE say where the site will stand.`;

const flag = /** @type {const} */ ({ type: 'boolean', default: false });

await command(HELP, async (args) => {
  const { force, yours, tests } = parseArgs({ args, options: { force: flag, yours: flag, tests: flag } }).values;
  const address = siteAddress();
  await setUp();
  await buildWasm();
  await buildSite(tests ? { force, base: '/', out: siteForTests, testPages: true } : { force, yours });
  if (address === undefined && !tests) {
    console.log('\nSITE_URL is not set: the feed, the site map and shared links name an address that does not exist.');
  }
});
