/** A made-up record, and answers of the models to it, for tests of what is drawn and said of them: the fit's intervals mean nothing. */
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/buffer-size/models.js';
import { curveRequest } from './asks';
import type { Measured, Source } from './measured';
import { GRID } from './sizes';
import { schemaFor, type LabState } from './state';
import { curve, type Curve, type Fitted, type Law } from './tasks';

export const COSTS = { call: 160, byte: 0.0075, cache: 2 ** 18, penalty: 0.005 } as const;

export const initial: LabState = schemaFor({ fit: 'knee', costs: COSTS }).initial;

const built = modelsAtBuild('buffer-size', models);
export const curveOf = (state: LabState): Curve => curve(built, curveRequest(state));

/** The law in the plainest words. */
export const secondsOf = (
  { perCallS, perByteS, cacheBytes = Infinity, cachePenaltySPerByte }: Law,
  bytes: number,
): number => perCallS + perByteS * bytes + cachePenaltySPerByte * Math.max(0, bytes - cacheBytes);

const around = (value: number, by: number) => ({ value, low: value * (1 - by), high: value * (1 + by) });

/** A fit of a law to points that are off by a hundredth, now too slow and now too fast. */
export function fittedTo(law: Law, sizes: Float64Array = GRID): Fitted {
  const bytes = Float64Array.from([1, 1024, 2 ** 20]);
  return {
    kind: 'fitted',
    perCallS: around(law.perCallS, 0.1),
    perByteS: around(law.perByteS, 0.1),
    cacheBytes: law.cacheBytes === undefined ? undefined : around(law.cacheBytes, 0.1),
    cachePenaltySPerByte: law.cacheBytes === undefined ? undefined : around(law.cachePenaltySPerByte, 0.1),
    rms: 0.01,
    bytes,
    residuals: Float64Array.from([0.01, -0.01, 0.01]),
    band: {
      low: sizes.map((size) => secondsOf(law, size) / 1.1),
      high: sizes.map((size) => secondsOf(law, size) * 1.1),
    },
    smallest: { value: 2 ** 17, low: 2 ** 16, high: 2 ** 18 },
  };
}

export const source: Source = {
  name: 'zero',
  points: [1, 1024, 2 ** 16, 2 ** 24].map((bytes) => ({
    bytes,
    s: [100e-9 * bytes, 90e-9 * bytes, 120e-9 * bytes],
    cpu: 0.5,
  })),
  published: [{ bytes: 1024, bytesPerSecond: 1e7 }],
  left: [0.62, 0.4, 0.8],
  costs: { knee: COSTS, linear: { ...COSTS, penalty: 0 } },
};

export const measured: Measured = {
  machine: 'an-abacus',
  sources: [source, { ...source, name: 'urandom', costs: { linear: { ...COSTS, call: 300, penalty: 0 } } }],
  published: { call: 167, byte: 0.0235 },
};
