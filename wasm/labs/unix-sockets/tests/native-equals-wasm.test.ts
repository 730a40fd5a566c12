import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/unix-sockets/models.js';

const { Sockets } = modelsAtBuild('unix-sockets', models);

/** What `examples/request-vectors.rs` prints: questions, and the bits of the native answers. */
type Vectors = { tcp: number[]; unix: number[]; request: number[]; answers: string[] }[];

function bits(values: Iterable<number>): string[] {
  const view = new DataView(new ArrayBuffer(8));
  return Array.from(values, (value) => {
    view.setFloat64(0, value);
    return view.getBigUint64(0).toString(16).padStart(16, '0');
  });
}

describe('the request model in WebAssembly', () => {
  let vectors: Vectors;

  beforeAll(() => {
    // As `cargo test` compiles it for the whole workspace, so that it need not be compiled again.
    const program = ['run', '--locked', '--quiet', '--example', 'request-vectors'];
    vectors = JSON.parse(execFileSync('cargo', program, { maxBuffer: 1 << 28, encoding: 'utf8' })) as Vectors;
  }, 600_000);

  it('answers bit for bit as it does natively', () => {
    expect(vectors.length).toBe(15);
    for (const v of vectors) {
      const sockets = new Sockets(Float64Array.from(v.tcp), Float64Array.from(v.unix));
      const request = Float64Array.from(v.request);
      const answers: number[] = [];
      for (const share of [0.01, 0.05, 1]) {
        for (const sizes of ['response', 'both'] as const) {
          const found = sockets.compare(request, share, sizes);
          answers.push(...found.tcp(), ...found.unix(), ...found.ratio(), ...found.applicationForShare());
          answers.push(found.bytesForShare);
        }
      }
      for (const over of ['application', 'response', 'both'] as const) {
        answers.push(...sockets.sweep(request, over, Float64Array.of(0.001, 1, 1000)));
      }
      expect(bits(answers), v.request.join()).toEqual(v.answers);
    }
  });
});
