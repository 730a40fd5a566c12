/**
 * Where the curve can be taken hold of, and what taking it somewhere asks of the costs. The curve itself comes from the
 * models; this only solves their law, time = call + byte·size + penalty·(size beyond the cache), for one of its costs: on the
 * main thread, which has no models, so that a cost follows the finger within the frame. Its test asks the models.
 */
import { GRID, LARGEST } from './sizes';
import type { Costs } from './state';

/** What can be dragged on the curve. */
export const GRIPS = ['call', 'byte', 'cache', 'penalty'] as const;
export type GripName = (typeof GRIPS)[number];

/** Small enough that the call is all that costs. */
const CALL_GRIP = 8;
/** Left of the cache's end, where bytes are cheap, and far enough from it for two fingers. */
const BYTE_GRIP_SHARE = 1 / 8;
/** Beyond any cache that can be asked for: where the curve ends. */
const PENALTY_GRIP = LARGEST;

/** The size at which a grip sits on the curve. */
export function gripBytes({ cache }: Pick<Costs, 'cache'>): Record<GripName, number> {
  return { call: CALL_GRIP, byte: cache * BYTE_GRIP_SHARE, cache, penalty: PENALTY_GRIP };
}

/** The sizes that the models are asked about: the grid of the curve, then the grips in their order. */
export function sizesFor(costs: Pick<Costs, 'cache'>): Float64Array {
  const at = gripBytes(costs);
  return Float64Array.from([...GRID, ...GRIPS.map((name) => at[name])]);
}

/**
 * The cost, in nanoseconds, that brings the time of a call of the grip's size to `seconds`, all else as it is. Below what
 * the other costs make up already, it is negative: what reads it puts it into its range.
 */
export function costThrough(grip: Exclude<GripName, 'cache'>, costs: Costs, seconds: number): number {
  const { call, byte, cache, penalty } = costs;
  const bytes = gripBytes(costs)[grip];
  const beyond = Math.max(0, bytes - cache);
  const time = seconds * 1e9;
  if (grip === 'call') return time - byte * bytes - penalty * beyond;
  if (grip === 'byte') return (time - call - penalty * beyond) / bytes;
  return (time - call - byte * bytes) / beyond;
}
