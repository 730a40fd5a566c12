import { describe, expect, it } from 'vitest';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/timestamp-collisions/models.js';
import { analyse } from './analyse';
import type { Lost, Measurement } from './measure';
import { agreeing } from './published';
import { formatStep, liveFigures, lostSentence, meaning, reservations, resultSentence } from './words';

const counting = modelsAtBuild('timestamp-collisions', models);

/** Workers that read steps of so many milliseconds together. */
function measured(options: { step?: number; workers?: number; isolated?: boolean; lost?: Lost[] } = {}): Measurement {
  const { step = 0.1, workers = 2, isolated = false, lost = [] } = options;
  const readings = Array.from({ length: workers }, (_, index) => ({
    origin: 1_795_231_387_988.8 + index * 47.3,
    values: Float64Array.from({ length: 200 }, (__, at) => 100 - index * 47.3 + at * step),
    counts: new Uint32Array(200).fill(50),
    isolated,
  }));
  return { analysis: analyse(readings, counting), readings, workers: readings.map((_, index) => index + 1), lost };
}

const NBSP = '\u00a0';

describe('what is said', () => {
  it('is the result in one breath', () => {
    expect(resultSentence(measured())).toBe(
      `2 workers read this browser’s clock 20,000 times in 19.9${NBSP}ms. It moves in steps of 100${NBSP}µs, ` +
        'so 98.0% of readings repeat the one before them, and 100% have a time that another worker read too.',
    );
  });

  it('makes no share of one worker that has nobody to collide with', () => {
    const alone = measured({ workers: 1 });
    expect(resultSentence(alone)).toContain('nobody to collide with');
    const shares = liveFigures(alone.analysis).filter(({ name }) => /sample|published|sums/.test(name));
    expect(shares.map(({ value, text }) => [value, text])).toEqual(Array(3).fill([null, '–']));
  });

  it('is that the browser rounds, and whom the step agrees with', () => {
    const [first] = meaning(measured());
    expect(first).toContain('not your hardware');
    expect(first).toContain(`not cross-origin isolated; for such pages 100${NBSP}µs is what is published for Chrome.`);
    expect(meaning(measured({ step: 1 }))[0]).toContain('published for Firefox and Safari');
    expect(meaning(measured({ step: 0.005, isolated: true }))[0]).toContain(
      'was cross-origin isolated; for such pages 5',
    );
    expect(meaning(measured({ step: 16 }))[0]).toContain('none of the steps published');
  });

  it('explains why sums differ from times', () => {
    expect(meaning(measured()).join(' ')).toContain(`Numbers of that size are 244${NBSP}ns apart`);
  });

  it('is that workers took turns, where few readings met', () => {
    const turns = measured();
    turns.analysis.collisions = { ...turns.analysis.collisions, colliding: turns.analysis.readings / 2 };
    expect(meaning(turns).join(' ')).toContain('They took turns');
    expect(meaning(measured()).join(' ')).not.toContain('They took turns');
  });

  it('is why there is no interval, last', () => {
    expect(meaning(measured()).at(-1)).toBe(
      `The figures describe all 20,000 readings of these 19.9${NBSP}ms, not a sample of them: hence no intervals. ` +
        'Measure again to see how far they move.',
    );
  });

  it('says which workers gave nothing, and whose figures these are', () => {
    const lost = [{ worker: 2, reason: 'it did not answer' }];
    expect(reservations(measured({ lost }), 3)).toEqual([
      'Worker 2 of 3 gave nothing (it did not answer). The figures are from the other 2.',
    ]);
    const both = [...lost, { worker: 3, reason: 'oops' }];
    expect(lostSentence(both, 3)).toBe('Workers 2 and 3 of 3 gave nothing (it did not answer and oops).');
    expect(lostSentence(both, 2)).toBe('None of the 2 workers gave anything (it did not answer and oops).');
    expect(reservations(measured(), 2)).toEqual([]);
  });
});

it('writes steps without digits that they do not have', () => {
  const written = [100e-6, 5e-6, 1e-3, 16.7e-3, 0.1, 1.2e-3].map(formatStep);
  expect(written).toEqual(
    ['100 µs', '5 µs', '1 ms', '16.7 ms', '100 ms', '1.2 ms'].map((text) => text.replace(' ', NBSP)),
  );
});

it('knows which published steps a measured one agrees with', () => {
  const names = (seconds: number, isolated: boolean) => agreeing(seconds, isolated).map(({ browser }) => browser);
  expect(names(20e-6, true)).toEqual(['Firefox']);
  expect(names(20e-6, false)).toEqual([]);
  expect(names(1e-3, true)).toEqual(['Safari']);
});
