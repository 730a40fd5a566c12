/**
 * The index of the search.
 *
 * Pagefind up to 1.5 says that its files are written while some are still on their way to the disk, and on a busy machine those came out
 * empty or cut off (https://github.com/Pagefind/pagefind/issues/1271). So Pagefind returns its files, and they are written here before the
 * build ends.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { close, createIndex } from 'pagefind';

/** Returns an answer without errors; throws its errors otherwise. */
function assertSound<T extends { errors: string[] }>(what: string, answer: T): T {
  if (answer.errors.length > 0) throw new Error(`Pagefind could not ${what}: ${answer.errors.join('; ')}`);
  return answer;
}

/** Indexes the pages in a folder, and writes the files of the search into its folder `pagefind`. Returns the number of pages. */
export async function writeSearchIndex(folder: string): Promise<number> {
  try {
    const { index } = assertSound('begin an index', await createIndex());
    if (!index) throw new Error('Pagefind began no index');
    const { page_count } = assertSound('read the pages', await index.addDirectory({ path: folder }));
    if (page_count === 0) throw new Error(`no page in ${folder} can be searched: is the site built there?`);
    const { files } = assertSound('make the index', await index.getFiles());
    for (const { path, content } of files) {
      const file = join(folder, 'pagefind', path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    return page_count;
  } finally {
    await close();
  }
}

/** Must follow every integration that changes the words of finished pages. */
export function searchIndex(): AstroIntegration {
  return {
    name: 'search-index',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        logger.info(`${await writeSearchIndex(fileURLToPath(dir))} pages can be searched`);
      },
    },
  };
}
