import { describe, expect, test } from 'vitest';
import type { Point, Series } from '@/kit/record/types.ts';
import { outcomeWords, predictedWords, settingWords, settingsWords } from './settings.ts';

const source: Series = {
  id: 'waits',
  method: 1,
  title: 'Waits',
  dimensions: [
    { name: 'transport', title: 'Transport', unit: null, words: { tcp: 'TCP', unix: 'Unix socket' } },
    { name: 'items', title: 'Items', unit: 'items' },
    { name: 'settings', title: 'What is set', unit: null, says: ['idle_seconds', 'probes'] },
    { name: 'idle_seconds', title: 'Keepalive, after', unit: 's' },
    { name: 'probes', title: 'Keepalive, probes', unit: 'probes' },
    { name: 'buffer_bytes', title: 'Read buffer', unit: 'bytes' },
    { name: 'library', title: 'C library', unit: null },
  ],
  measures: [],
  outcomes: [{ name: 'errno', title: 'Error', words: { none: 'nothing', EOF: 'EOF', survives: 'stays up' } }],
  published_source: null,
  points: [],
};
const point: Point = {
  at: {
    ...{ transport: 'tcp', items: 1000, settings: 'keepalive 1/3', idle_seconds: 1, probes: 3 },
    ...{ buffer_bytes: 4096, library: 'musl' },
  },
  values: {},
  outcomes: { errno: { none: 2, EOF: 5 } },
  predicted_outcomes: { errno: 'survives' },
};

describe('settings in a sentence', () => {
  test('are words, quantities, and names with what they are of', () =>
    expect(settingsWords(source, { library: 'musl', transport: 'tcp', items: 1000, buffer_bytes: 4096 })).toBe(
      'TCP, 1,000\u00a0items, read buffer 4\u00a0KiB, C library musl',
    ));
  test('that another says in one are said by that', () => {
    expect(settingsWords(source, { transport: 'tcp', idle_seconds: 1, probes: 3 }, point)).toBe('TCP, keepalive 1/3');
    expect(settingsWords(source, point.at)).toBe(
      'TCP, 1,000\u00a0items, keepalive 1/3, read buffer 4\u00a0KiB, C library musl',
    );
  });
  test('that no point says in one are said one by one', () =>
    expect(settingsWords(source, { transport: 'tcp', idle_seconds: 1, probes: 3 })).toBe(
      'TCP, keepalive, after 1\u00a0s, keepalive, probes 3\u00a0probes',
    ));
  test('that are not asked for are not said, and neither is what does not apply', () => {
    expect(settingsWords(source, { transport: 'unix' }, point)).toBe('Unix socket');
    expect(settingsWords(source, { transport: 'tcp', idle_seconds: null })).toBe('TCP');
  });
  test('that are asked to be missing are called so too', () =>
    expect(settingsWords(source, { idle_seconds: null, probes: null }, { ...point, at: { settings: 'nothing' } })).toBe(
      'nothing',
    ));
});

test('a setting in a cell is its words, or itself where it has none', () => {
  const [transport, , , , , buffer, library] = source.dimensions;
  expect(settingWords(transport!, 'unix')).toBe('Unix socket');
  expect(settingWords(buffer!, 65_536)).toBe('64\u00a0KiB');
  expect(settingWords(library!, 'glibc')).toBe('glibc');
  // A property that every object inherits.
  expect(settingWords(transport!, 'constructor')).toBe('constructor');
  expect(settingWords(library!, undefined)).toBe('');
});

test('outcomes are said in words, all that occurred', () => {
  expect(outcomeWords(source, point, 'errno')).toBe('nothing or EOF');
  expect(predictedWords(source, point, 'errno')).toBe('stays up');
  expect(outcomeWords(source, { ...point, outcomes: {} }, 'errno')).toBeUndefined();
});
