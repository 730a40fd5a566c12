/** A worker that times `crypto.getRandomValues`, and has the models say what the times come to. */
import load, { fit, median } from '@/wasm-pkg/buffer-size/models.js';
import wasmAddress from '@/wasm-pkg/buffer-size/models_bg.wasm?url';
import { plain } from '@/kit/lab/plain';
import { measureCalls } from './random-calls-measure';
import { ROUNDS, SHARE, SIZES, type FromRandomCalls, type RandomCalls } from './random-calls';

async function measure(tell: (message: FromRandomCalls) => void): Promise<RandomCalls> {
  const { step, times } = measureCalls({
    now: () => performance.now(),
    call: (buffer) => crypto.getRandomValues(buffer),
    sizes: SIZES,
    rounds: ROUNDS,
    random: Math.random,
    onRound: (share) => tell({ type: 'progress', share }),
  });
  // What is measured needs none of this, and nothing should hold it up.
  await load({ module_or_path: wasmAddress });
  const points = times.map(({ bytes, calls, seconds }) => ({
    bytes,
    calls,
    n: seconds.length,
    ...plain(median(Float64Array.from(seconds))),
  }));
  const [bytes, seconds] = [points.map((point) => point.bytes), points.map((point) => point.value)].map((list) =>
    Float64Array.from(list),
  ) as [Float64Array, Float64Array];
  const { fitted } = plain(fit(bytes, seconds, 'linear', false, bytes, SHARE, SIZES.at(-1)!));
  const law = fitted && { perCall: fitted.perCallS, perByte: fitted.perByteS, smallest: fitted.smallest };
  return { stepSeconds: step / 1000, points, law: law ?? null };
}

const tell = (message: FromRandomCalls) => (self as unknown as Pick<Worker, 'postMessage'>).postMessage(message);
measure(tell).then(
  (found) => tell({ type: 'done', found }),
  (problem: unknown) => tell({ type: 'failed', why: problem instanceof Error ? problem.message : String(problem) }),
);
