import { describe, expect, it } from 'vitest';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import * as wasm from '@/wasm-pkg/unix-sockets/models.js';
import { labTasks, type CompareRequest, type Estimates, type Parts, type Request } from './tasks';

const tasks = labTasks(modelsAtBuild('unix-sockets', wasm));

const tcpParts: Parts = {
  connectS: 20e-6,
  acceptS: 3e-6,
  closeS: 12e-6,
  wakeS: 5e-6,
  callS: 1.5e-6,
  perByteS: 0.25e-9,
};
const unixParts: Parts = { connectS: 5e-6, acceptS: 2e-6, closeS: 4e-6, wakeS: 4e-6, callS: 0.7e-6, perByteS: 0.24e-9 };
const request: Request = {
  connectionsPerRequest: 0.5,
  roundTrips: 2,
  requestBytes: 100,
  responseBytes: 4000,
  chunkBytes: 1000,
  applicationS: 50e-6,
};

/** Each part give or take a tenth. */
function about(value: Parts): Estimates {
  const times = (factor: number) =>
    Object.fromEntries(Object.entries(value).map(([name, part]) => [name, factor * (part as number)]));
  return { value, low: times(0.9) as unknown as Parts, high: times(1.1) as unknown as Parts };
}

const asked: CompareRequest = {
  tcp: about(tcpParts),
  unix: about(unixParts),
  request,
  restS: 0,
  share: 0.05,
  sizes: 'response',
};
const compare = (changes: Partial<CompareRequest> = {}) => runToEnd(tasks.compare({ ...asked, ...changes }));

describe('a comparison', () => {
  it('has every part by its count', () => {
    const { tcp, unix, ratio } = compare();
    expect(tcp.counts).toEqual({ connects: 0.5, accepts: 0.5, closes: 0.5, wakes: 4.5, calls: 20, bytes: 8200 });
    expect(unix.counts).toEqual(tcp.counts);
    expect(tcp.connectS).toBe(10e-6);
    expect(tcp.acceptS).toBe(1.5e-6);
    expect(tcp.closeS).toBe(6e-6);
    expect(tcp.wakeS).toBeCloseTo(22.5e-6, 15);
    expect(tcp.callS).toBeCloseTo(30e-6, 15);
    expect(tcp.byteS).toBeCloseTo(2.05e-6, 15);
    expect(unix.applicationS).toBe(50e-6);
    const { connectS, acceptS, closeS, wakeS, callS, byteS, applicationS, totalS } = unix;
    expect(connectS + acceptS + closeS + wakeS + callS + byteS + applicationS).toBeCloseTo(totalS, 15);
    expect(ratio).toBeCloseTo(tcp.totalS / totalS, 12);
  });

  it('has intervals that hold their values, and none where the parts have none', () => {
    const { tcp, ratio, ratioInterval, applicationForShareS, applicationForShareInterval } = compare();
    for (const [value, { low, high }] of [
      [tcp.totalS, tcp.total],
      [ratio, ratioInterval],
      [applicationForShareS, applicationForShareInterval],
    ] as const) {
      expect(low).toBeLessThan(value);
      expect(high).toBeGreaterThan(value);
    }
    const exact = (value: Parts): Estimates => ({ value, low: value, high: value });
    const known = compare({ tcp: exact(tcpParts), unix: exact(unixParts) });
    expect(known.ratioInterval).toEqual({ low: known.ratio, high: known.ratio });
  });

  it('takes a handler’s time on top of everything else, and says from how much of it alone on the kind matters no more', () => {
    const restS = 35e-6;
    const [alone, beside] = [compare(), compare({ restS })];
    expect(beside.unix.totalS).toBeCloseTo(alone.unix.totalS + restS, 12);
    expect(beside.applicationForShareS).toBeCloseTo(alone.applicationForShareS - restS, 12);
    const enough = compare({ restS, request: { ...request, applicationS: beside.applicationForShareS } });
    expect(enough.ratio).toBeCloseTo(1.05, 9);
    expect(compare({ restS: 1 }).applicationForShareS).toBe(0);
  });

  it('says from where on the kind matters no more than the share', () => {
    const { applicationForShareS, bytesForShare } = compare();
    const enough = compare({ request: { ...request, applicationS: applicationForShareS } });
    expect(enough.ratio).toBeCloseTo(1.05, 9);
    expect(bytesForShare).toBe(Infinity);
    const large = { ...request, chunkBytes: 1e9 };
    const sizes = ['response', 'both'] as const;
    const [response = NaN, both = NaN] = sizes.map((name) => compare({ request: large, sizes: name }).bytesForShare);
    expect(compare({ request: { ...large, responseBytes: response } }).ratio).toBeCloseTo(1.05, 9);
    expect(compare({ request: { ...large, requestBytes: both, responseBytes: both } }).ratio).toBeCloseTo(1.05, 9);
    expect(both).toBeLessThan(response);
  });
});
