import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { generateTypes } from './generate-types.ts';

test('the committed types are those the schema gives (else run `node site/kit/record/generate-types.ts`)', async () => {
  expect(await readFile('site/kit/record/file-types.ts', 'utf8')).toBe(await generateTypes(process.cwd()));
});
