/** What a state asks of the models: the same where the page is built and where it lives. */
import { sizesFor } from './law';
import type { Source } from './measured';
import { GRID, LARGEST } from './sizes';
import { lawOf, type LabState } from './state';
import type { CurveRequest, FitRequest } from './tasks';

/** The curve of the state's law, and what it says of the buffers that matter. */
export const curveRequest = (state: Readonly<LabState>): CurveRequest => ({
  law: lawOf(state),
  sizes: sizesFor(state),
  share: state.share / 100,
  largestBytes: LARGEST,
  buffer: state.buffer,
});

/** The fit to a source's medians: to all of them, or to those up to the best. */
export function fitRequest(
  { fit, share }: Pick<LabState, 'fit' | 'share'>,
  { points }: Pick<Source, 'points'>,
): FitRequest {
  return {
    bytes: Float64Array.from(points, ({ bytes }) => bytes),
    seconds: Float64Array.from(points, ({ s: [median] }) => median),
    shape: fit,
    upToPeak: fit === 'linear',
    sizes: GRID.slice(),
    share: share / 100,
    largestBytes: LARGEST,
  };
}
