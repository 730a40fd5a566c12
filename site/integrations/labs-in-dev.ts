/** Builds labs again while the site is developed: what changes below `wasm` is on the page, or over it what is wrong with it. */
import { watch } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { buildWasm } from '../scripts/lib/build.mjs';
import { root } from '../scripts/lib/paths.mjs';

/** Editors write a file in several steps; wait until they are done. */
const SETTLED_MS = 200;

export function labsInDev(): Plugin {
  return {
    name: 'labs-in-dev',
    apply: 'serve',
    configureServer(server) {
      // Tests have a server of this kind, too, and compile nothing.
      if (process.env.VITEST !== undefined) return;
      let building = Promise.resolve();
      let timer: NodeJS.Timeout | undefined;
      const watcher = watch(join(root, 'wasm'), { recursive: true }, (_event, name) => {
        if (!/\.(rs|toml)$/.test(name ?? '')) return;
        clearTimeout(timer);
        // One build at a time; the next change tries again.
        timer = setTimeout(() => (building = building.then(() => build(server))), SETTLED_MS);
      });
      server.httpServer?.once('close', () => watcher.close());
    },
  };
}

/** Builds the labs that a change decides. The page loads again, also where it showed an error that is mended. */
async function build({ ws, config }: ViteDevServer): Promise<void> {
  try {
    await buildWasm();
    ws.send({ type: 'full-reload' });
  } catch (error) {
    const { message } = error as Error;
    config.logger.error(message);
    ws.send({ type: 'error', err: { message, stack: '' } });
  }
}
