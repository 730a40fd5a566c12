import { describe, expect, it } from 'vitest';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/unix-sockets/models.js';
import { madeUpRecord } from './made-up-record';
import { measuredFrom } from './measured';
import { presetsOf } from './presets';
import { compareRequest, sweepRequest } from './questions';
import { rulers } from './rulers';
import { schema, type LabState } from './state';
import { compare, sweep } from './tasks';

const built = modelsAtBuild('unix-sockets', models);
const measured = measuredFrom(madeUpRecord, () => 20e-6);
const answer = (state: LabState) => ({
  compared: compare(built, compareRequest(state, measured)),
  swept: (['time', 'size'] as const).map((curve) => sweep(built, sweepRequest(state, measured, curve))),
});

describe('what the model is asked', () => {
  it('is answered with numbers for every preset', () => {
    for (const { id, state } of presetsOf(measured)) {
      const { compared, swept } = answer(state(schema.initial));
      expect(compared.ratio, id).toBeGreaterThan(0);
      expect(compared.ratioInterval.low, id).toBeLessThanOrEqual(compared.ratio);
      expect(compared.ratioInterval.high, id).toBeGreaterThanOrEqual(compared.ratio);
      for (const { ratios, lows, highs } of swept) {
        expect(
          [...ratios, ...lows, ...highs].every((each) => each > 0 && Number.isFinite(each)),
          id,
        ).toBe(true);
      }
    }
  });

  it('is never refused, whatever the address says', () => {
    for (const text of ['-1e99', '0', '1e99', 'Infinity', 'x']) {
      for (const more of [
        'kept=on',
        'kept=off',
        'against=pipe',
        'transport=pipe&cores=all&share=0',
        'transport=seqpacket&cores=apart',
      ]) {
        const parameters = new URLSearchParams(more);
        for (const { name } of rulers) if (!parameters.has(name)) parameters.set(name, text);
        const { state } = schema.read(parameters);
        expect(answer(state).compared.ratio, `${text} ${more}`).toBeGreaterThan(0);
      }
    }
  });

  it('is the sum of its parts: the published message, counted by hand', () => {
    // 16 + 4 + 15 µs of the connection, two wake-ups of 2.2, two calls of 2 and 12 bytes of 0.3 ns
    expect(answer(schema.initial).compared.tcp.totalS).toBeCloseTo(43.4036e-6, 12);
  });
});
