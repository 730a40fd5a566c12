import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

const readme = readFileSync('site/kit/lab/README.md', 'utf8');
const files = globSync('site/kit/lab/*').map((file) => basename(file));

it('takes ten things to know, and every file is one of them or behind one', () => {
  expect(readme.match(/^## /gm)).toHaveLength(10);
  expect(files.filter((file) => !/\.test\.ts$|^README/.test(file) && !readme.includes(`\`${file}\``))).toEqual([]);
});

it('shows lines that labs have', () => {
  const labs = globSync('site/{scripts/new/site/,}findings/*/{,lab/}*.{ts,astro}').map((file) =>
    readFileSync(file, 'utf8'),
  );
  const lines = [...readme.matchAll(/^ {4}(.*)$/gm)].map(([, line]) => line!.trim());
  expect(lines.filter((line) => !labs.some((text) => text.includes(line)))).toEqual([]);
});
