import { describe, expect, it } from 'vitest';
import { curveOf, fittedTo, initial, measured, source } from './made-up';
import { lawOf } from './state';
import { costWords, fitSentence, labFigures, resultSentence } from './words';

describe('the figures', () => {
  const figures = labFigures(initial, curveOf(initial), source);
  const of = (name: string) => figures.find((figure) => figure.name === name);

  it('are the models’ answers', () => {
    const { best, chosen, smallest } = curveOf(initial);
    expect(of('smallest')?.value).toBe(smallest.bytes);
    expect(of('best')?.value).toBe(best.bytesPerSecond);
    expect(of('throughput')?.value).toBe(chosen.bytesPerSecond);
    expect(of('calls')).toMatchObject({ value: 16_384, text: '16,384' });
    expect(of('seconds-per-gib')?.value).toBeCloseTo((2 ** 30 / chosen.bytes) * chosen.secondsPerCall, 12);
  });

  it('stand beside what was measured with the same buffer, and only then', () => {
    expect(of('seconds-per-gib')?.note).toBe('measured: 500\u00a0ms of CPU');
    const other = { ...initial, buffer: 2 ** 15 };
    expect(labFigures(other, curveOf(other), source).at(-1)?.note).toBe('of calls');
  });

  it('say which part of a call is the call itself', () => {
    const dear = { ...initial, call: 1e8 };
    expect(labFigures(dear, curveOf(dear), null)[3]?.note).toMatch(/^>99.99%/);
  });
});

describe('the sentences', () => {
  it('say where the best is, and whether it goes on', () => {
    expect(resultSentence(initial, curveOf(initial))).toContain('with 256\u00a0KiB; larger buffers are slower');
    const boundless = { ...initial, penalty: 0 };
    expect(resultSentence(boundless, curveOf(boundless))).toContain('with 64\u00a0MiB, where it still rises');
  });

  it('give every cost of a fit with its interval', () => {
    expect(costWords(fittedTo(lawOf(initial)))).toEqual([
      '160\u00a0ns a call (144\u00a0ns to 176\u00a0ns)',
      '7.50\u00a0ps a byte (6.75\u00a0ps to 8.25\u00a0ps)',
      '5\u00a0ps more (4.50\u00a0ps to 5.50\u00a0ps) for each byte beyond 256\u00a0KiB (230\u00a0KiB to 282\u00a0KiB)',
    ]);
    expect(costWords(fittedTo(lawOf({ ...initial, penalty: 0 })))).toHaveLength(2);
  });

  it('say whose points are fitted, and why they can’t be', () => {
    const said = fitSentence(initial, measured, source, fittedTo(lawOf(initial)));
    expect(said).toMatch(/^\/dev\/zero, measured on the 2-core abacus: 160/);
    expect(said).toContain('Enough for 95%: 128\u00a0KiB (64\u00a0KiB to 256\u00a0KiB)');
    expect(fitSentence(initial, measured, { ...source, name: 'tcp' }, { kind: 'refused', why: 'Too few.' })).toBe(
      'TCP, by size of writes against reads of 64\u00a0KiB, measured on the 2-core abacus: no such fit. Too few.',
    );
  });
});
