import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/isspace/models.js';

const { Compared, broken } = modelsAtBuild('isspace', models);

interface Run {
  steps: number[];
  words: string[];
  nulls: number[];
}

/** What `examples/whitespace-vectors.rs` prints; texts and words are hexadecimal bytes. */
type Vectors = {
  spaces: number[];
  answers: { text: string; verdict: number; parting: number | null; rule: Run; ascii: Run }[];
  broken: number[];
}[];

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function runOf(run: models.Run): Run {
  const bytes = run.wordBytes();
  let end = 0;
  const words = Array.from(run.wordLengths(), (length) => hex(bytes.subarray(end, (end += length))));
  return { steps: [...run.steps()], words, nulls: [...run.nulls()] };
}

describe('the parser in WebAssembly', () => {
  let vectors: Vectors;

  beforeAll(() => {
    // As `cargo test` compiles it for the whole workspace, so that it need not be compiled again.
    const program = ['run', '--locked', '--quiet', '--example', 'whitespace-vectors'];
    vectors = JSON.parse(execFileSync('cargo', program, { maxBuffer: 1 << 28, encoding: 'utf8' })) as Vectors;
  }, 600_000);

  it('does with every text what it does natively', () => {
    expect(vectors.flatMap(({ answers }) => answers).length).toBe(45);
    for (const { spaces, answers } of vectors) {
      for (const { text, verdict, parting, rule, ascii } of answers) {
        const compared = new Compared(Buffer.from(text, 'hex').toString(), Uint32Array.from(spaces));
        const found = { verdict: compared.verdict, parting: compared.parting ?? null };
        expect(found, text).toEqual({ verdict, parting });
        expect(runOf(compared.rule()), text).toEqual(rule);
        expect(runOf(compared.ascii()), text).toEqual(ascii);
      }
    }
  });

  it('finds the same characters broken', () => {
    expect(vectors.some((vector) => vector.broken.length > 0)).toBe(true);
    for (const vector of vectors) {
      const found = broken(Uint32Array.from(vector.spaces));
      expect(Buffer.from(found.buffer).equals(Buffer.from(Uint32Array.from(vector.broken).buffer))).toBe(true);
    }
  });
});
