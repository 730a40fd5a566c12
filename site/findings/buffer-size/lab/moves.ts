/** What moving a grip makes of the state: by the pointer, to a place in the picture; by a key, to the next stop. */
import { secondsAt } from './axes';
import type { Step } from './grip';
import { costThrough, gripBytes, type GripName } from './law';
import { STOPS, type Costs, type LabState } from './state';

/** Three digits are as fine as a finger is. */
const coarse = (value: number): number => Number(value.toPrecision(3));

const within = (value: number, stops: readonly number[]): number =>
  Math.min(stops.at(-1) as number, Math.max(stops[0] as number, value));

/**
 * The costs after a grip was dragged to a size (along x) and a height (along y, in the view's values). The cache's end moves
 * along x, from stop to stop; all others move the curve up and down where they sit.
 */
export function dragged(
  grip: GripName,
  state: Readonly<LabState>,
  to: { bytes: number; height: number },
): Partial<Costs> {
  if (grip === 'cache') {
    const { cache } = STOPS;
    return { cache: cache.value(cache.position(to.bytes)) };
  }
  const seconds = secondsAt(state.view, gripBytes(state)[grip], to.height);
  return { [grip]: within(coarse(costThrough(grip, state, seconds)), STOPS[grip].values) };
}

/**
 * The costs after an arrow key: the grip goes where the arrow points. Up is faster where the picture shows throughput and
 * slower where it shows time, so costs fall or rise. Null where the key is not this grip's.
 */
export function stepped(grip: GripName, state: Readonly<LabState>, { across, by }: Step): Partial<Costs> | null {
  const moves = grip === 'cache' ? 'x' : 'y';
  if (across !== moves) return null;
  const { values } = STOPS[grip];
  const up = grip === 'cache' || state.view === 'time';
  let value = state[grip];
  for (let left = Math.abs(by); left > 0; left--) {
    const rises = by > 0 === up;
    const next = rises ? values.find((stop) => stop > value) : values.findLast((stop) => stop < value);
    if (next === undefined) break;
    value = next;
  }
  return { [grip]: value };
}
