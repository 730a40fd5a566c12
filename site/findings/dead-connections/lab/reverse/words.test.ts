import { expect, it } from 'vitest';
import { schema } from './state';
import { packetsPerSecond, resultSentence, reverseFigures, type Found } from './words';

const state = schema.initial;
const found: Found = {
  kind: 'found',
  idleS: 15,
  intervalS: 22,
  probes: 3,
  userTimeoutMs: 81_000,
  idleLatestUs: 87_400_000,
  inFlightLatestUs: 81_824_000,
  probesPerHour: 240,
  packetsPerHour: 480,
};
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

it('the price is that of every connection, each probe and its answer', () => {
  expect(packetsPerSecond(found, 10_000)).toBeCloseTo((10_000 * 2 * 240) / 3600, 9);
  const figures = reverseFigures({ ...state, connections: 10_000 }, found);
  const last = figures.find(({ name }) => name === 'packets-per-second')!;
  expect(plain(last.text)).toBe('1,330');
  expect(plain(last.note)).toBe('10,000 connections, 88 kB/s');
  const alone = reverseFigures({ ...state, connections: 1 }, found).find(({ name }) => name === 'packets-per-second')!;
  expect([plain(alone.text), plain(alone.note)]).toEqual(['0.133', '1 connection, 8.8 B/s']);
});

it('without settings there are no figures', () => {
  for (const { value, text } of reverseFigures(state, { kind: 'too-few-probes', needed: 450, neededS: 64 })) {
    expect([value, text]).toEqual([null, '–']);
  }
});

it('the sentence says the settings and what they bring', () => {
  expect(plain(resultSentence(state, found))).toBe(
    'Keepalive after 15 s, then every 22 s, 3 probes, and a user timeout of 81 s: a lost peer is noticed within 87.4 s ' +
      'while the connection is idle, and within 81.8 s with data under way. It takes 240 probes an hour.',
  );
  expect(resultSentence({ ...state, probes: 300 }, found)).toContain('an hour, fewer than allowed.');
});

it('the sentence says why there are none', () => {
  const few = resultSentence(
    { ...state, within: 10, probes: 60 },
    { kind: 'too-few-probes', needed: 450, neededS: 64 },
  );
  expect(plain(few)).toContain('With 60 probes an hour, no settings notice a lost peer within 10 s: the silence');
  expect(plain(few)).toContain('lasts 60 s.');
  expect(plain(resultSentence({ ...state, within: 2 }, { kind: 'too-soon', neededS: 3 }))).toContain('within 2 s on this path'); // prettier-ignore
});
