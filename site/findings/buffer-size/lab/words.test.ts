import { describe, expect, it } from 'vitest';
import { curveOf, fittedTo, initial, measured, source } from './made-up';
import type { Source } from './measured';
import { lawOf } from './state';
import { drawStrip } from './strip';
import {
  besideWords,
  costWords,
  fitSentence,
  headline,
  labFigures,
  partWords,
  resultSentence,
  shareOfParts,
} from './words';

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

it('say of a machine that is laid beside what it reaches with the same buffer', () => {
  const beside = [{ name: 'your machine', measured }];
  const at = (buffer: number, from: 'zero' | 'unix' | 'none') => besideWords({ buffer, source: from }, beside);
  expect(at(2 ** 24, 'zero')).toEqual(['your machine, /dev/zero: 62% (40% to 80%) of its best with 16\u00a0MiB.']);
  expect(at(2048, 'zero')).toEqual(['your machine, /dev/zero: not measured with 2\u00a0KiB.']);
  expect(at(2 ** 24, 'unix')).toEqual(['your machine, Unix socket, by size of writes: not measured with 16\u00a0MiB.']);
  expect(at(2 ** 24, 'none')).toEqual([]);
});

describe('the headline', () => {
  const at = (buffer: number, from: Source | null = source) => headline(curveOf({ ...initial, buffer }), from);

  it('is the article’s figure at its buffer, and a share of the best at others', () => {
    expect(at(2 ** 24)[0]).toMatchObject({ value: 0.62, text: '62% (40% to 80%)' });
    const others = { ...source, left: null };
    const [small, large] = [1024, 2 ** 24].map((bytes) => at(bytes, others)[0].value!);
    // Made-up calls take as long as their bytes: all are as fast.
    expect([small, large]).toEqual([1, 1]);
  });

  it('has nothing measured where nothing was', () => {
    expect(at(2048)[0]).toMatchObject({ value: null, text: '' });
    expect(at(2 ** 24, null)[0].value).toBeNull();
  });

  it('says what the law says beside it', () => {
    const state = { ...initial, buffer: 4096 };
    expect(at(4096)[1].value).toBe(curveOf(state).chosen.ofBest);
    expect(resultSentence(state, curveOf(state), source)).not.toContain('measured');
    const there = { ...initial, buffer: 2 ** 24 };
    expect(resultSentence(there, curveOf(there), source)).toMatch(
      /^With 16\u00a0MiB a call: 62% \(40% to 80%\) of the best, measured; [\d.]+% of the best by the law\./,
    );
  });
});

describe('the parts of a call', () => {
  it('are all of it, in words too', () => {
    const { parts, chosen } = curveOf({ ...initial, buffer: 2 ** 20 });
    const shares = Object.values(shareOfParts(parts));
    expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(1, 12);
    expect(parts.callS / chosen.secondsPerCall).toBeCloseTo(shares[0]!, 12);
    expect(partWords(parts).call).toMatch(/^the call 160\u00a0ns \(1\.\d+%\)$/);
    expect(partWords(curveOf(initial).parts).beyond).toBe('nothing beyond the cache');
  });

  it('are drawn as long as they take', () => {
    const { parts } = curveOf({ ...initial, buffer: 2 ** 20 });
    const widths = [...drawStrip(parts, 1000).matchAll(/width="([\d.]+)" height="22"\/>/g)].map(([, width]) =>
      Number(width),
    );
    expect(widths).toHaveLength(3);
    Object.values(shareOfParts(parts)).forEach((share, index) => expect(widths[index]).toBeCloseTo(share * 1000, 0));
  });
});

describe('the sentences', () => {
  it('say where the best is, and whether it goes on', () => {
    expect(resultSentence(initial, curveOf(initial), null)).toContain('with 256\u00a0KiB; larger buffers are slower');
    const boundless = { ...initial, penalty: 0 };
    expect(resultSentence(boundless, curveOf(boundless), null)).toContain('with 64\u00a0MiB, where it still rises');
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
    expect(said).toMatch(/^\/dev\/zero, measured on an-abacus: 160/);
    expect(said).toContain('Enough for 95%: 128\u00a0KiB (64\u00a0KiB to 256\u00a0KiB)');
    expect(fitSentence(initial, measured, { ...source, name: 'tcp' }, { kind: 'refused', why: 'Too few.' })).toBe(
      'TCP, by size of writes against reads of 64\u00a0KiB, measured on an-abacus: no such fit. Too few.',
    );
  });
});
