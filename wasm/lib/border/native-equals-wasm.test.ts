// Modules that readers get against the native library: the calls that a lab's `tests/questions.ts` makes of the module are made again by a
// program of the lab's crate, and each answer has to be the same to the bit. A small lab has neither; its own tests pin an answer.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { labSlugs } from '../../../site/scripts/lib/labs.mjs';
import { exportsOf, type Question, recorded } from './recorded';

const load = import.meta.glob<Record<string, unknown>>('/site/wasm-pkg/*/models.js');
const asked = import.meta.glob<Question[]>('/wasm/labs/*/tests/questions.ts', { import: 'default', eager: true });

/** Labs with questions or a program that answers them: one alone would have been forgotten. */
const compares = (slug: string) =>
  ['tests/questions.ts', 'examples'].some((part) => existsSync(join('wasm/labs', slug, part)));

it.each(labSlugs().filter(compares))('%s answers as natively', compared, 600_000);

async function compared(slug: string) {
  const models = await load[`/site/wasm-pkg/${slug}/models.js`]!();
  (models.initSync as (given: object) => void)({ module: readFileSync(join('site/wasm-pkg', slug, 'models_bg.wasm')) });
  const questions = asked[`/wasm/labs/${slug}/tests/questions.ts`] ?? [];
  const inWasm = questions.map((question) => recorded(models, question));
  const asks = new Set(inWasm.flatMap(({ calls }) => calls.map(([, name]) => name)));
  expect(exportsOf(models).filter((name) => !asks.has(name))).toEqual([]);
  // Cargo compiles the program as `cargo test` does for the whole workspace, so that it need not be compiled again.
  const printed = execFileSync('cargo', ['run', '--locked', '--quiet', '--example', `${slug}-natively`], {
    input: inWasm.map(({ calls }) => `${JSON.stringify(calls)}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 1 << 29,
  });
  const natively = printed
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown[]);
  expect(natively).toHaveLength(inWasm.length);
  for (const [index, { calls, answers }] of inWasm.entries()) {
    for (const [place, answer] of answers.entries()) {
      const native = natively[index]![place];
      if (!isDeepStrictEqual(answer, native)) {
        expect(answer, `${slug}: ${JSON.stringify(calls.slice(0, place + 1)).slice(0, 2000)}`).toEqual(native);
        expect.fail('node:util tells them apart, and vitest does not');
      }
    }
  }
}
