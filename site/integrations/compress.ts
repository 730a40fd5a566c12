/**
 * Compressed copies beside the finished files (`.gz`), for servers that send what lies there: the one that `npm start`
 * and the tests use, and nginx with `gzip_static`. Most static hosts compress by themselves.
 */
import { glob, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { AstroIntegration } from 'astro';

/** Text, and WebAssembly; fonts, pictures and Pagefind's index are compressed already. */
const compressible = '**/*.{html,css,js,json,csv,svg,txt,wasm,webmanifest,xml}';
/** Below this many bytes, a copy saves no packet. */
const SMALLEST = 1024;

/** Must stand after every integration that changes a file. */
export function compressedCopies(): AstroIntegration {
  return {
    name: 'compressed-copies',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        let copies = 0;
        for await (const name of glob(compressible, { cwd: fileURLToPath(dir) })) {
          const file = fileURLToPath(new URL(name, dir));
          const bytes = await readFile(file);
          if (bytes.length < SMALLEST) continue;
          await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }));
          copies += 1;
        }
        logger.info(`wrote compressed copies of ${copies} files`);
      },
    },
  };
}
