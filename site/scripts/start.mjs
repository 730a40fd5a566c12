// npm start: builds and serves the site.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { siteAddress } from './lib/address.mjs';
import { normaliseBase } from './lib/base.mjs';
import { buildSite, buildWasm, hasYours } from './lib/build.mjs';
import { command, untilStopped } from './lib/command.mjs';
import { root, siteWithYours } from './lib/paths.mjs';
import { choosePort, parsePort, serve } from './lib/serve.mjs';
import { setUp } from './lib/setup.mjs';

const HELP = `npm start

Sets up, builds what changed, and serves the site until Ctrl-C, with the records of your own runs drawn beside the published ones.
PORT and SITE_BASE choose its address.`;

await command(HELP, async (args) => {
  parseArgs({ args });
  siteAddress();
  const base = normaliseBase(process.env.SITE_BASE);
  const port = await choosePort(process.env.PORT);
  await setUp();
  await buildWasm();
  const site = hasYours() ? { out: siteWithYours, yours: true } : { out: 'dist' };
  await buildSite({ base, ...site });
  // The build may have taken minutes, and somebody else the port meanwhile.
  const orNext = parsePort(process.env.PORT) === undefined;
  const { address, others, close } = await serve({ folder: join(root, site.out), base, port, orNext });
  console.log(`\nMeasured Twice is at ${address}${others}  (Ctrl-C ends it)`);
  await untilStopped(close);
});
