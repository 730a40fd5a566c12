/**
 * Compressed copies beside the finished files (`.gz`, `.br`), for servers that send what lies there: the one that
 * `npm start` and the tests use, nginx with `gzip_static`, and many static hosts. Compressing once, as hard as it goes,
 * beats compressing quickly on every request.
 */
import { glob, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { AstroIntegration } from 'astro';

/** Text, and WebAssembly; fonts, pictures and Pagefind's index are compressed already. */
const compressible = '**/*.{html,css,js,json,csv,svg,txt,wasm,webmanifest,xml}';
/** Below this many bytes, a copy saves no packet. */
const SMALLEST = 1024;

const encodings = {
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
};

/** Must stand after every integration that changes a file. */
export function compressedCopies(): AstroIntegration {
  return {
    name: 'compressed-copies',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        let files = 0;
        for await (const name of glob(compressible, { cwd: fileURLToPath(dir) })) {
          const file = fileURLToPath(new URL(name, dir));
          const bytes = await readFile(file);
          if (bytes.length < SMALLEST) continue;
          await Promise.all(
            Object.entries(encodings).map(async ([ending, compress]) =>
              writeFile(`${file}.${ending}`, await compress(bytes)),
            ),
          );
          files += 1;
        }
        logger.info(`wrote compressed copies of ${files} files`);
      },
    },
  };
}
