// npm start: set up, build what changed, serve the site until Ctrl-C. PORT and SITE_BASE choose its address.
import { join } from 'node:path';
import { normaliseBase } from './lib/base.mjs';
import { buildSite, buildWasm } from './lib/build.mjs';
import { command, untilStopped } from './lib/command.mjs';
import { root } from './lib/paths.mjs';
import { choosePort, parsePort, serve } from './lib/serve.mjs';
import { setUp } from './lib/setup.mjs';

await command(async () => {
  const base = normaliseBase(process.env.SITE_BASE);
  const port = await choosePort(process.env.PORT);
  await setUp();
  await buildWasm();
  await buildSite({ base });
  // The build may have taken minutes, and somebody else the port meanwhile.
  const orNext = parsePort(process.env.PORT) === undefined;
  const { address, others, close } = await serve({ folder: join(root, 'dist'), base, port, orNext });
  console.log(`\nMeasured Twice is at ${address}${others}  (Ctrl-C ends it)`);
  await untilStopped(close);
});
