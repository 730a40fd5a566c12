// Serves what was built: node site/scripts/serve.mjs [folder]. PORT and SITE_BASE choose the address. The end-to-end tests use it.
import { resolve } from 'node:path';
import { normaliseBase } from './lib/base.mjs';
import { command, untilStopped } from './lib/command.mjs';
import { root } from './lib/paths.mjs';
import { choosePort, serve } from './lib/serve.mjs';

await command('node site/scripts/serve.mjs [FOLDER]', async ([folder = 'dist']) => {
  const base = normaliseBase(process.env.SITE_BASE);
  const port = await choosePort(process.env.PORT);
  const { address, others, close } = await serve({ folder: resolve(root, folder), base, port });
  console.log(`${folder} is at ${address}${others}`);
  await untilStopped(close);
});
