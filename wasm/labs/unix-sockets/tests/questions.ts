import type * as models from '@/wasm-pkg/unix-sockets/models.js';
import type { Question } from '../../../lib/border/recorded';
import { between, named, oneOf, sampled, scaled, whole } from '../../../lib/border/sampling';

/** Connecting, accepting, closing, a wake-up, a call and a byte, over TCP and over Unix, in seconds. */
const PARTS = [
  [[20e-6, 3e-6, 12e-6, 5e-6, 1.5e-6, 0.25e-9], [5e-6, 2e-6, 4e-6, 4e-6, 0.7e-6, 0.24e-9]],
  [[7e-6, 1e-6, 5e-6, 1.1e-6, 0.9e-6, 0.1e-9], [8e-6, 2e-6, 6e-6, 1.3e-6, 1.1e-6, 0.3e-9]],
  [[0, 0, 0, 3e-6, 1e-6, 0.2e-9], [0, 0, 0, 2e-6, 0, 0.2e-9]],
] as const; // prettier-ignore

type Parts = [number, number, number, number, number, number];

const request = [between(0, 1), whole(0, 9), scaled(1, 1e6), scaled(1, 1e8), scaled(1, 1e6), scaled(1e-7, 1)] as const;

export default sampled(
  300,
  ...request,
  oneOf(...PARTS),
  scaled(0.001, 1),
  named('response', 'both'),
  named('application', 'response', 'both'),
).map(([...given]) => ({ Sockets }: typeof models) => {
  const [connections, trips, there, back, chunk, application, parts, share, sizes, over] = given;
  const asked = [connections, trips, there, back, chunk, application] as const;
  const sockets = new Sockets();
  for (const [index, side] of (['tcp', 'unix'] as const).entries()) {
    for (const [end, factor] of [['value', 1], ['low', 0.95], ['high', 1.05]] as const) {
      sockets.setParts(side, end, ...(parts[index]!.map((part) => part * factor) as Parts));
    }
  }
  sockets.compare(...asked, share, sizes);
  sockets.sweep(...asked, over, Float64Array.of(0.001, 1, 1000));
}) satisfies Question<typeof models>[]; // prettier-ignore
