import { describe, expect, it } from 'vitest';
import { madeUpBuffers } from '@/kit/record/fixtures/buffers';
import { initial, measured as made } from './made-up';
import { measuredFrom, sourceOf } from './measured';
import { presetsOf, startOf } from './presets';
import type { MeasurementRecord } from '@/kit/record/types';

const record = madeUpBuffers();

describe('what the record says', () => {
  it('are the sources that it has points of', () => {
    const { sources, machine } = measuredFrom(record);
    expect(sources.map(({ name }) => name)).toEqual(['zero']);
    expect(machine).toBe('made-up');
  });

  it('is a time per call, also where only a throughput was measured', () => {
    const zero = sourceOf(measuredFrom(record), 'zero');
    const [first] = zero?.points ?? [];
    expect(first?.bytes).toBe(1);
    // A made-up mebibyte per second, give or take a tenth: the fastest is the shortest time.
    expect(first?.s[0]).toBeCloseTo(1 / 2 ** 20, 12);
    expect(first?.s[1]).toBeLessThan(first?.s[0] as number);
    expect(first?.s[2]).toBeGreaterThan(first?.s[0] as number);
    expect(zero?.published).toEqual([{ bytes: 2 ** 20, bytesPerSecond: 500 * 2 ** 20 }]);
  });

  it('is a row of the grid for sockets, by size of writes', () => {
    const withRow = structuredClone(record) as MeasurementRecord;
    for (const { id, points } of withRow.series) {
      if (id === 'sockets') for (const { at } of points) if (at['read_bytes'] === 4096) at['read_bytes'] = 65_536;
    }
    const unix = sourceOf(measuredFrom(withRow), 'unix');
    expect(unix?.points.map(({ bytes }) => bytes)).toEqual([1024, 2048, 4096]);
    expect(unix?.points[0]?.s[0]).toBeCloseTo(1024 / ((65_536 / 65_536) * 802 * 2 ** 20), 9);
  });

  it('has the article’s share of the best, where it was judged', () => {
    expect(sourceOf(measuredFrom(record), 'zero')?.left).toBeNull();
    const judged = structuredClone(record) as MeasurementRecord;
    const [any] = judged.claims;
    const measured = { n: 9, value: 0.6, low: 0.5, high: 0.7 };
    const label = 'share of the best throughput with 16 MiB, /dev/zero';
    const figures = [{ label, unit: 'share', measured, published: null, exact: null, predicted: null }];
    judged.claims = [{ ...any!, id: 'past-the-peak', figures }];
    expect(sourceOf(measuredFrom(judged), 'zero')?.left).toEqual([0.6, 0.5, 0.7]);
  });

  it('has the published line, where the record has it', () => {
    expect(measuredFrom(record).published).toEqual({ call: 200, byte: 0.02 });
    const without = { ...record, series: record.series.filter(({ id }) => id !== 'fits') };
    expect(measuredFrom(without).published).toBeNull();
  });
});

describe('the presets', () => {
  it('begin with what was fitted to /dev/zero', () => {
    expect(startOf(made)).toEqual({ fit: 'knee', costs: made.sources[0]?.costs.knee });
    expect(() => startOf({ ...made, sources: [] })).toThrow('/dev/zero');
  });

  it('take the line where there is no end of a cache, and leave out what was not measured', () => {
    const urandom = presetsOf(made).find(({ id }) => id === 'urandom');
    expect(urandom?.state(initial)).toMatchObject({ call: 300, penalty: 0, fit: 'linear', source: 'urandom' });
    const few = presetsOf({ ...made, sources: made.sources.slice(0, 1), published: null }).map(({ id }) => id);
    expect(few).toEqual(['zero']);
  });
});
