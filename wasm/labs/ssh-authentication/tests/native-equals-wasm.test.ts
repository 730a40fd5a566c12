import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/ssh-authentication/models.js';

const { Exchange } = modelsAtBuild('ssh-authentication', models);

/** What `examples/exchange-vectors.rs` prints: requests, and the native answers. */
type Vectors = {
  asked: ConstructorParameters<typeof models.Exchange>;
  steps: [name: string, bytes: string, fields: number[]][];
  signed: string;
  rebuilt: string;
  verdict: string;
  keys: string;
}[];

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('the exchange in WebAssembly', () => {
  let vectors: Vectors;

  beforeAll(() => {
    // As `cargo test` compiles it for the whole workspace, so that it need not be compiled again.
    const program = ['run', '--locked', '--quiet', '--example', 'exchange-vectors'];
    vectors = JSON.parse(execFileSync('cargo', program, { maxBuffer: 1 << 28, encoding: 'utf8' })) as Vectors;
  }, 600_000);

  it('has every byte that it has natively', () => {
    expect(vectors.length).toBe(60);
    for (const { asked, ...native } of vectors) {
      const exchange = new Exchange(...asked);
      const steps = Array.from({ length: exchange.count }, (_, index) => {
        return [exchange.step(index), hex(exchange.bytes(index)), Array.from(exchange.fields(index))];
      });
      const inWasm = {
        steps,
        signed: hex(exchange.signed()),
        rebuilt: hex(exchange.rebuilt()),
        verdict: exchange.verdict(),
        keys: exchange.keys(),
      };
      expect(inWasm, asked.join()).toEqual(native);
    }
  });
});
