// npm run dev: the site with hot reloading, and with the records of the reader's own runs drawn beside the published ones; a change
// under wasm/ builds the labs again that it decides, and reloads the page.
import { watch } from 'node:fs';
import { join } from 'node:path';
import { normaliseBase } from './lib/base.mjs';
import { buildWasm } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { root, yourRecords } from './lib/paths.mjs';
import { tryRun } from './lib/run.mjs';
import { choosePort } from './lib/serve.mjs';
import { setUp } from './lib/setup.mjs';

/** Editors write a file in several steps; wait until they are done. */
const SETTLED_MS = 200;

await command(async (args) => {
  const base = normaliseBase(process.env.SITE_BASE);
  const port = await choosePort(process.env.PORT);
  await setUp();
  await buildWasm();
  rebuildOnChange();
  const server = ['dev', '--port', String(port), ...args];
  return (await tryRun('astro', server, { direct: true, env: { SITE_BASE: base, SITE_YOURS: yourRecords } })).code;
});

function rebuildOnChange() {
  let building = Promise.resolve();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  watch(join(root, 'wasm'), { recursive: true }, (_event, name) => {
    if (!/\.(rs|toml)$/.test(name ?? '')) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      // One build at a time; what is wrong with the code is shown, and the next change tries again.
      building = building.then(buildWasm).then(
        () => {},
        (error) => console.error(error.message),
      );
    }, SETTLED_MS);
  });
}
