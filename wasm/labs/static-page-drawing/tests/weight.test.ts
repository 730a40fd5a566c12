import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { root } from '@/scripts/lib/paths.mjs';

/** Bytes, as a server would send them: what the article tells its readers. */
const MOST = 125_000;

it('weighs no more than its article says', () => {
  const weights = ['models_bg.wasm', 'models.js'].map((name) => {
    const file = readFileSync(join(root, 'site/wasm-pkg/static-page-drawing', name));
    return gzipSync(file, { level: 9 }).length;
  });
  expect(weights[0]! + weights[1]!).toBeLessThan(MOST);
});
