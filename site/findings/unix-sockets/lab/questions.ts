/** Questions to the worker for a state, and the values of the state that each answer depends on. */
import { keyOf } from '@/kit/lab/question';
import { sweptBy, valuesOf, type CurveName } from './curve-view';
import { restOf, type Measured } from './measured';
import { isEcho, requestOf, schema, type LabState } from './state';
import type { CompareRequest, SweepRequest } from './tasks';
import { CORES } from './words';

/** The curve in front, or the one that the table of parts would have. */
export const curveOf = ({ view }: Readonly<LabState>): CurveName => (view === 'size' ? 'size' : 'time');

const NAMES = (Object.keys(schema.initial) as (keyof LabState)[]).filter((name) => name !== 'view');
const without = (...left: readonly (keyof LabState)[]) => NAMES.filter((name) => !left.includes(name));

export const KEYS = {
  compare: (state: Readonly<LabState>): string => keyOf(state, NAMES),
  /** A curve changes neither with the value that it is drawn over nor with the threshold. */
  sweep(state: Readonly<LabState>): string {
    const curve = curveOf(state);
    if (curve === 'time') return `${curve},${keyOf(state, without('application', 'share'))}`;
    const over = sweptBy(state, curve);
    return `${over},${keyOf(state, isEcho(state) ? without('sent', 'received', 'share') : without('received', 'share'))}`;
  },
};

const sidesOf = ({ cores, transport, against }: Readonly<LabState>, { parts }: Measured) => ({
  tcp: parts[CORES[cores].parts][transport],
  unix: parts[CORES[cores].parts][against],
});

export function compareRequest(state: Readonly<LabState>, measured: Measured): CompareRequest {
  return {
    ...sidesOf(state, measured),
    request: requestOf(state),
    restS: restOf(state, measured) / 1e6,
    share: state.share / 100,
    sizes: isEcho(state) ? 'both' : 'response',
  };
}

export function sweepRequest(state: Readonly<LabState>, measured: Measured, curve = curveOf(state)): SweepRequest {
  return {
    ...sidesOf(state, measured),
    request: requestOf(state),
    restS: restOf(state, measured) / 1e6,
    over: sweptBy(state, curve),
    values: valuesOf(curve),
  };
}
