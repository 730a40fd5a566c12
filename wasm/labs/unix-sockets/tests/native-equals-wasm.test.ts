import { beforeAll, describe, expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import { plain, type Plain } from '../../../../site/kit/lab/plain';
import * as models from '@/wasm-pkg/unix-sockets/models.js';
import { bits, printedBy } from '../../../lib/from-js/natively';

const { Sockets } = modelsAtBuild('unix-sockets', models);

/** What `examples/request-vectors.rs` prints: questions, and the bits of the native answers. */
type Six = [number, number, number, number, number, number];
type Ends = Record<models.EndName, Six>;
type Vectors = { tcp: Ends; unix: Ends; request: Six; answers: string[] }[];

/** A breakdown's numbers, one after the other. */
function listed(breakdown: Plain<models.Breakdown>): number[] {
  const { connectS, acceptS, closeS, wakeS, callS, byteS, applicationS, totalS, total, counts } = breakdown;
  const { connects, accepts, closes, wakes, calls, bytes } = counts;
  const parts = [connectS, acceptS, closeS, wakeS, callS, byteS, applicationS, totalS, total.low, total.high];
  return [...parts, connects, accepts, closes, wakes, calls, bytes];
}

describe('the request model in WebAssembly', () => {
  let vectors: Vectors;

  beforeAll(() => void (vectors = printedBy('request-vectors') as Vectors), 600_000);

  it('answers bit for bit as it does natively', () => {
    expect(vectors.length).toBe(15);
    for (const v of vectors) {
      const sockets = new Sockets();
      for (const side of ['tcp', 'unix'] as const) {
        for (const end of ['value', 'low', 'high'] as const) sockets.setParts(side, end, ...v[side][end]);
      }
      const answers: number[] = [];
      for (const share of [0.01, 0.05, 1]) {
        for (const sizes of ['response', 'both'] as const) {
          const { tcp, unix, ratio, ratioInterval, ...found } = plain(sockets.compare(...v.request, share, sizes));
          const { applicationForShareS, applicationForShareInterval, bytesForShare } = found;
          answers.push(...listed(tcp), ...listed(unix), ratio, ratioInterval.low, ratioInterval.high);
          const { low, high } = applicationForShareInterval;
          answers.push(applicationForShareS, low, high, bytesForShare);
        }
      }
      for (const over of ['application', 'response', 'both'] as const) {
        const { ratios, lows, highs } = sockets.sweep(...v.request, over, Float64Array.of(0.001, 1, 1000));
        ratios.forEach((ratio, at) => answers.push(ratio, lows[at]!, highs[at]!));
      }
      expect(bits(answers), v.request.join()).toEqual(v.answers);
    }
  });
});
