// npm run dev: the site with hot reloading.
import { siteAddress } from './lib/address.mjs';
import { normaliseBase } from './lib/base.mjs';
import { buildWasm } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { yourRecords } from './lib/paths.mjs';
import { tryRun } from './lib/run.mjs';
import { choosePort } from './lib/serve.mjs';
import { setUp } from './lib/setup.mjs';

const HELP = `npm run dev

Serves the site with hot reloading, and with the records of your own runs drawn beside the published ones. A change under wasm/ builds
the labs again that it decides, and reloads the page. PORT and SITE_BASE choose the address; other flags go on to astro dev.`;

await command(HELP, async (args) => {
  const address = siteAddress();
  const base = normaliseBase(process.env.SITE_BASE);
  const port = await choosePort(process.env.PORT);
  await setUp();
  await buildWasm();
  const server = ['dev', '--port', String(port), ...args];
  const env = { SITE_URL: address, SITE_BASE: base, SITE_YOURS: yourRecords };
  return (await tryRun('astro', server, { direct: true, env })).code;
});
