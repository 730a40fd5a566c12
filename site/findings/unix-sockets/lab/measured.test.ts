import { describe, expect, it } from 'vitest';
import type { MeasurementRecord } from '@/kit/record/types';
import { knownOf, knownOverSize, knownOverTime, knownSentence, besideAt, overlaysOn, besideWords } from './known';
import { ROUNDS, madeUpRecord } from './made-up-record';
import { PROXY_REQUEST, measuredFrom } from './measured';
import { schema, type LabState } from './state';

const measured = measuredFrom(madeUpRecord, () => 20e-6);
const stateWith = (values: Partial<LabState>): LabState => ({ ...schema.initial, ...values });
const PING_PONG = { kept: 'on', sent: 64, received: 64 } as const;
const PROXIED = { ...PROXY_REQUEST, cores: 'busy' } as const;
const without = (id: string): MeasurementRecord => ({
  ...madeUpRecord,
  series: madeUpRecord.series.filter((series) => series.id !== id),
});

describe('what is taken from the record', () => {
  it('are all parts, with their intervals, and none of pipes that nobody connects', () => {
    const { value, low, high } = measured.parts.one.tcp;
    expect([low.connectS, value.connectS, high.connectS]).toEqual([15.52e-6, 16e-6, 16.48e-6]);
    expect(measured.parts.one.pipe.value.connectS).toBe(0);
    expect(measured.parts.all.unix.value.wakeS).toBe(18e-6);
  });

  it('is refused where a part is missing', () => {
    const series = madeUpRecord.series.map((each) =>
      each.id === 'parts' ? { ...each, points: each.points.filter(({ at }) => at['part'] !== 'wake') } : each,
    );
    expect(() => measuredFrom({ ...madeUpRecord, series }, () => 0)).toThrow(/no point .*wake/);
  });

  it('has no proxies where none could be run', () => {
    expect(measuredFrom(without('proxy'), () => 0).proxies).toEqual([]);
  });

  it('gives everything else no time where the sockets alone take longer', () => {
    expect(measuredFrom(madeUpRecord, () => 1).proxies.map(({ rest }) => rest)).toEqual([0, 0]);
  });
});

describe('a request that was measured', () => {
  it('is the published hello, and ping-pong of measured sizes, on the cores that it was measured on', () => {
    expect(knownOf(schema.initial, measured)?.ratio?.[0]).toBe(2.25);
    expect(knownOf(stateWith({ cores: 'apart' }), measured)?.ratio).toEqual([1.55, 1.5035, 1.5965]);
    expect(knownOf(stateWith(PING_PONG), measured)?.ratio?.[0]).toBeCloseTo(1.42, 3);
  });

  it('has its time over either kind, as the inverse of its rate', () => {
    const known = knownOf(schema.initial, measured);
    expect(known?.times.transport?.[0]).toBe(50e-6);
    const [value, low, high] = known?.times.against ?? [0, 0, 0];
    expect(low).toBeLessThan(value);
    expect(high).toBeGreaterThan(value);
  });

  it.each([
    ['another size', { received: 13 }],
    ['several to a connection', { requests: 2 }],
    ['work of the application’s own', { application: 1 }],
    ['two round trips', { trips: 2 }],
    ['a size between', { kept: 'on', sent: 65, received: 65 }],
    ['smaller calls', { ...PING_PONG, chunk: 32 }],
  ] as const)('is not one with %s', (_, values) => {
    expect(knownOf(stateWith(values), measured)).toBeNull();
  });

  it('has the median time where the record has it, and the ratio of the rates, as the article', () => {
    const series = madeUpRecord.series.map((each) => ({
      ...each,
      points: each.points.map((point) => {
        const exactly = (value: number) => ({ n: 7, value, low: value, high: value });
        return { ...point, values: { ...point.values, p50_seconds: exactly(9e-6), p50_ratio: exactly(1.3) } };
      }),
    }));
    const known = knownOf(
      stateWith(PING_PONG),
      measuredFrom({ ...madeUpRecord, series }, () => 0),
    );
    expect(known?.times.transport?.[0]).toBe(9e-6);
    expect(known?.ratio?.[0]).toBeCloseTo(1.42, 3);
  });

  it('turned round has the inverse ratio, with its ends in order', () => {
    const [value, low, high] = knownOf(stateWith({ transport: 'unix', against: 'tcp' }), measured)?.ratio ?? [0, 0, 0];
    expect(value).toBeCloseTo(1 / 2.25);
    expect(low).toBeLessThan(value);
    expect(high).toBeGreaterThan(value);
  });

  it('on all cores, where ends ran anywhere, is each round and no median of them', () => {
    const all = stateWith({ cores: 'all' });
    expect(knownOf(all, measured)).toMatchObject({
      ratio: null,
      rounds: ROUNDS,
      times: { transport: null, against: null },
      published: 2.17,
    });
    expect(knownSentence(knownOf(all, measured))).toContain('in 4 rounds');
    const turned = knownOf({ ...all, transport: 'unix', against: 'tcp' }, measured);
    expect(turned?.rounds[0]).toBeCloseTo(1 / ROUNDS[0]!);
    expect(knownOverTime(all, measured)).toEqual([{ at: 0, ratio: null, rounds: ROUNDS, published: 2.17 }]);
    // Of other sizes the record keeps no rounds.
    expect(knownOf({ ...all, ...PING_PONG }, measured)).toBeNull();
    const sizes = knownOverSize({ ...all, ...PING_PONG }, measured);
    expect(sizes.every(({ ratio, rounds }) => ratio === null && rounds.length === 0)).toBe(true);
    expect(measured.messages.times.concat(measured.pingPong.times).filter(({ cores }) => cores === 'all')).toEqual([]);
  });

  it('over kinds without a ratio of their own has times only', () => {
    const known = knownOf(stateWith({ against: 'seqpacket' }), measured);
    expect(known?.times.against).not.toBeNull();
    expect(known?.ratio).toBeNull();
    expect(knownSentence(known)).toContain('dots at the bars');
  });

  it('is said in a sentence, and so is that it was not', () => {
    expect(knownSentence(knownOf(schema.initial, measured))).toMatch(
      /2\.25 times as many requests \(95% interval 2\.18 to 2\.32\)/,
    );
    expect(knownSentence(null)).toContain('not measured');
  });
});

it('takes the parts of one core where a machine has no other', () => {
  const series = madeUpRecord.series.map((one) =>
    one.id === 'parts' ? { ...one, points: one.points.filter(({ at }) => at['cores'] === 'one') } : one,
  );
  const { parts } = measuredFrom({ ...madeUpRecord, series }, () => 20e-6);
  expect(parts.apart.tcp).toEqual(parts.one.tcp);
  expect(parts.all.unix).toEqual(parts.one.unix);
});

describe('a server behind nginx', () => {
  const flask = { ...PROXIED, server: 'gunicorn' } as const;

  it('is known without a handler’s time, by its ratio and by its time over either kind', () => {
    const known = knownOf(stateWith(flask), measured);
    expect(known?.ratio).toEqual([1.11, 1.0767, 1.1433]);
    expect([known?.times.transport?.[0], known?.times.against?.[0]]).toEqual([555.6e-6, 500e-6]);
    expect(knownSentence(known)).toMatch(/^Measured with nginx and Flask on made-up: 1\.11 times as many requests/);
  });

  it('is known of another machine too, and on the curve', () => {
    const beside = [{ name: 'your machine', measured: measuredFrom(madeUpRecord, () => 0) }];
    const at = (values: Partial<LabState>) => besideAt(stateWith(values), beside);
    expect(at(flask)[0]?.known?.ratio).toEqual([1.11, 1.0767, 1.1433]);
    expect(besideWords(at(flask))[0]).toMatch(/^your machine, with nginx and Flask: 1\.11 times as many requests/);
    expect(besideWords(at({ ...flask, application: 1 }))).toEqual(['your machine: this request was not measured.']);
    expect(overlaysOn('time', stateWith(flask), beside)).toMatchObject([{ at: 0, ratio: [1.11, 1.0767, 1.1433] }]);
    expect(overlaysOn('time', schema.initial, beside)).toMatchObject([{ at: 0, ratio: [2.25, 2.1825, 2.3175] }]);
    expect(besideWords(at({ cores: 'all' }))[0]).toMatch(
      /^your machine, with just this request: .* from round to round\.$/,
    );
  });

  it.each([
    ['a handler that takes time', { application: 1 }],
    ['kept connections, which this record has not', { kept: 'on' }],
    ['no nginx', { server: 'none' }],
    ['other messages', { received: 12 }],
    ['another kind of socket', { against: 'seqpacket' }],
  ] as const)('is not known with %s', (_, values) => {
    expect(knownOf(stateWith({ ...flask, ...values }), measured)).toBeNull();
  });

  it('turned round has the inverse ratio', () => {
    const known = knownOf(stateWith({ ...flask, transport: 'unix', against: 'tcp' }), measured);
    expect(known?.ratio?.[0]).toBeCloseTo(1 / 1.11);
    expect(known?.times.transport?.[0]).toBe(500e-6);
  });
});

describe('measured ratios on the curve', () => {
  it('over time stand where the handler takes none', () => {
    const [hello, ...others] = knownOverTime(stateWith({ application: 300 }), measured);
    expect([hello?.at, hello?.ratio?.[0], others]).toEqual([0, 2.25, []]);
    const proxied = knownOverTime(stateWith({ ...PROXIED, server: 'rust', application: 5 }), measured);
    expect(proxied.map(({ at, ratio }) => [at, ratio?.[0]])).toEqual([[0, 1.25]]);
    expect(knownOverTime(stateWith({ ...PROXIED, server: 'rust', kept: 'on' }), measured)).toEqual([]);
  });

  it('over size stand at their bytes, up to what one call takes', () => {
    const at = (values: Partial<LabState>) => knownOverSize(stateWith(values), measured).map((each) => each.at);
    expect(at(PING_PONG)).toEqual([1, 64, 1024, 65_536]);
    expect(at({ ...PING_PONG, chunk: 1024 })).toEqual([1, 64, 1024]);
    expect(at({ ...PING_PONG, application: 1 })).toEqual([]);
    expect(at({})).toEqual([]);
  });
});
