import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

/** The text of an article without front matter and code. */
function proseOf(file: string): string {
  const [, , body] = /^---\n([^]*?)\n---\n([^]*)$/.exec(readFileSync(file, 'utf8'))!;
  return body!.replaceAll(/^ *(`{3,})[^]*?^ *\1$/gm, '').replaceAll(/`[^`\n]+`/g, '');
}

const articles = globSync('content/findings/*.mdx').map((file) => [basename(file), proseOf(file)] as const);

test.each(articles)('%s holds prose and names, and no code', (_, prose) => {
  const isImport = (line: string) => line.startsWith('import ');
  const lines = prose.split('\n');
  expect(lines.filter((line) => isImport(line) && !/^import \w+ from '@\/[\w/-]+\.astro';$/.test(line))).toEqual([]);
  expect(lines.filter((line) => !isImport(line) && /^export |[{}]/.test(line))).toEqual([]);
});
