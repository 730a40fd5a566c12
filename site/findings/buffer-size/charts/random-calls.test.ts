import { describe, expect, test } from 'vitest';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/buffer-size/models.js';
import { parse } from 'node-html-parser';
import { chart } from '@/kit/chart/chart.ts';
import { randomCallsFigure, randomCallsWords, type RandomCalls } from './random-calls.ts';
import { measureCalls, stepOf } from './random-calls-measure.ts';

/** A clock of steps, which calls and readings of it move on. */
function madeUpClock(stepMs: number) {
  let passed = 0;
  return {
    now: () => Math.floor((passed += 1e-5) / stepMs) * stepMs,
    pass: (ms: number) => (passed += ms),
  };
}

describe('timing calls by a coarse clock', () => {
  test('finds the clock’s step, and gives up on one that stands still', () => {
    expect(stepOf(madeUpClock(0.1).now)).toBeCloseTo(0.1, 9);
    expect(() => stepOf(() => 7)).toThrow('stands still');
  });

  test.each([0.005, 0.1, 1])('gets the time of a call and of its bytes right, with steps of %f ms', (step) => {
    const { now, pass } = madeUpClock(step);
    const shares: number[] = [];
    const { times } = measureCalls({
      now,
      call: ({ length }) => pass(3e-4 + length * 1e-6),
      sizes: [1, 1024],
      rounds: 5,
      random: () => 0.5,
      onRound: (share) => shares.push(share),
    });
    expect(shares).toEqual([0.2, 0.4, 0.6, 0.8, 1]);
    for (const { bytes, seconds } of times) {
      expect(seconds).toHaveLength(5);
      for (const one of seconds) expect(one / ((3e-4 + bytes * 1e-6) / 1000)).toBeCloseTo(1, 1);
    }
  });
});

test('the median of rounds is that of the models, with its interval', () => {
  const { median } = modelsAtBuild('buffer-size', models);
  const { value, low, high } = median(Float64Array.from({ length: 21 }, (_, index) => 21 - index));
  expect([value, low, high]).toEqual([11, 6, 16]);
});

const found: RandomCalls = {
  stepSeconds: 1e-4,
  points: [
    { bytes: 1, calls: 1000, n: 21, value: 3e-7, low: 2.9e-7, high: 3.2e-7 },
    { bytes: 65_536, calls: 10, n: 21, value: 6e-5, low: 5e-5, high: 7e-5 },
  ],
  law: {
    perCall: { value: 3e-7, low: 2e-7, high: 4e-7 },
    perByte: { value: 1e-9, low: 0.9e-9, high: 1.1e-9 },
    smallest: { value: 5700, low: 4000, high: 8000 },
  },
};
const recorded = { machine: 'made-up', points: [{ bytes: 1, n: 7, value: 4e-7, low: 3.9e-7, high: 4.1e-7 }] };

test('it is drawn with the reader’s mark beside the record’s, and each names its row', () => {
  const { spec, table } = randomCallsFigure(found, recorded);
  const svg = parse(chart(spec, { width: 600, height: 300 }));
  expect(svg.querySelectorAll('.mt-mark--yours')).toHaveLength(2);
  expect(svg.querySelectorAll('.mt-mark--measured')).toHaveLength(1);
  expect(svg.querySelectorAll('[data-rows]').map((mark) => mark.getAttribute('data-rows'))).toEqual(['2', '0 1']);
  expect(table.rows.map(([what, , time, , n]) => [what, time, n])).toEqual([
    ['getRandomValues(), this browser', '300\u00a0ns', '21'],
    ['getRandomValues(), this browser', '60\u00a0µs', '21'],
    ['read() of /dev/urandom, made-up', '400\u00a0ns', '7'],
  ]);
});

test('what it comes to is said in words', () => {
  const words = randomCallsWords(found).replaceAll('\u00a0', ' ');
  expect(words).toContain('a call costs 300 ns (200 ns to 400 ns)');
  expect(words).toContain('Its clock steps by 100 µs');
  expect(randomCallsWords({ ...found, law: null })).toContain('No law');
});
