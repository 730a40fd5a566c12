import { describe, expect, it } from 'vitest';
import { costsOf, isLaw, STOPS, lawOf, schemaFor, type RulerName } from './state';

const start = { fit: 'knee', costs: { call: 160, byte: 0.0074, cache: 2 ** 18, penalty: 0.005 } } as const;
const schema = schemaFor(start);
const read = (query: string) => schema.read(new URLSearchParams(query));

describe('the state', () => {
  it('begins with the record’s costs', () => {
    expect(schema.initial).toMatchObject({ ...start.costs, share: 95, buffer: 65_536, source: 'zero', fit: 'knee' });
  });

  it('opens on what is left past the best, and keeps what a link means that leaves it out', () => {
    expect(read('').state).toEqual({ ...schema.initial, view: 'share', buffer: 2 ** 24 });
    expect(read('call=200').state).toEqual({ ...schema.initial, call: 200, view: 'throughput', buffer: 65_536 });
    expect(read('buffer=16777216').state.view).toBe('throughput');
  });

  it('takes sizes and times with their units', () => {
    expect(read('buffer=64k&call=2us&cache=1MiB').state).toMatchObject({ buffer: 65_536, call: 2000, cache: 2 ** 20 });
  });

  it('has every ruler’s stops within what can be typed', () => {
    for (const name of Object.keys(STOPS) as RulerName[]) {
      for (const stop of STOPS[name].values)
        expect(schema.fields[name].read(String(stop)), `${name} ${stop}`).toEqual({ value: stop });
    }
  });
});

describe('a law', () => {
  it('is the costs in SI units', () => {
    const law = lawOf(start.costs);
    expect(law.perCallS).toBeCloseTo(160e-9, 15);
    expect(law.perByteS).toBeCloseTo(0.0074e-9, 18);
    expect(law.cacheBytes).toBe(2 ** 18);
    expect(law.cachePenaltySPerByte).toBeCloseTo(0.005e-9, 18);
  });

  it('has no cache where nothing costs more beyond it', () => {
    expect(lawOf({ ...start.costs, penalty: 0 }).cacheBytes).toBeUndefined();
  });

  it('is not a fit whose bytes may cost nothing within its cache, nor one whose cache is a few bytes', () => {
    const fit = (low: number, cache?: number) => ({
      perByteS: { value: 1e-11, low, high: 2e-11 },
      cacheBytes: cache === undefined ? undefined : { value: cache, low: 0, high: 2 * cache },
    });
    expect(isLaw(fit(5e-12, 2 ** 20))).toBe(true);
    expect(isLaw(fit(0, 2 ** 20))).toBe(false);
    expect(isLaw(fit(5e-12, 18))).toBe(false);
    expect(isLaw(fit(0))).toBe(true);
    expect(isLaw({ perByteS: { value: 0, low: 0, high: 0 }, cacheBytes: undefined })).toBe(false);
  });

  it('is costs again, in four digits', () => {
    expect(costsOf(lawOf(start.costs), { cache: 1024 })).toEqual(start.costs);
    expect(costsOf({ perCallS: 123.456e-9, perByteS: 1.23456e-11, cachePenaltySPerByte: 0 }, { cache: 4096 })).toEqual({
      call: 123.5,
      byte: 0.01235,
      cache: 4096,
      penalty: 0,
    });
  });
});
