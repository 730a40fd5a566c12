import { describe, expect, test } from 'vitest';
import { askIntl, askLanguage, rangesOf, sameAs } from './browser-space.ts';

describe('the tests of the language', () => {
  test('are asked about every character, and answer as the engine does', async () => {
    let rests = 0;
    const tests = await askLanguage(async () => {
      rests += 1;
      await Promise.resolve();
    });
    expect(rests).toBeGreaterThan(10);
    expect(tests.map(({ name, asked }) => [name, asked])).toEqual([
      ['\\s', 1_112_064],
      ['trim()', 1_112_064],
      ['\\p{White_Space}', 1_112_064],
    ]);
    const [regular, trim, property] = tests.map(({ spaces }) => spaces);
    // ECMAScript: WhiteSpace and LineTerminator, for both.
    expect(regular).toEqual(trim);
    expect(regular).toContain(0xfeff);
    expect(property).toContain(0x85);
    expect(property).not.toContain(0xfeff);
    expect(rangesOf(regular!)).toMatch(/^U\+0009 to U\+000D, U\+0020, U\+00A0, U\+1680, U\+2000 to U\+200A, /);
  });
});

test('Intl is asked what stands between words', () => {
  const found = askIntl([0x20, 0x61, 0xa0])!;
  expect([found.spaces, found.asked]).toEqual([[0x20, 0xa0], 3]);
});

test('code points that follow each other are a range', () => {
  expect(rangesOf([])).toBe('');
  expect(rangesOf([9])).toBe('U+0009');
  expect(rangesOf([9, 10])).toBe('U+0009, U+000A');
  expect(rangesOf([9, 10, 11, 0x20, 0x1_f600])).toBe('U+0009 to U+000B, U+0020, U+1F600');
});

test('a set is somebody’s in the record, or nobody’s', () => {
  const sets = [
    { names: ['C isspace()', 'Python bytes', 'Go'], codePoints: [9, 32] },
    { names: ['Rust'], codePoints: [9] },
  ];
  const of = (spaces: number[]) => sameAs({ name: '', means: '', spaces, asked: 3 }, sets);
  expect(of([9, 32])).toBe('as C isspace() and 2 more');
  expect(of([9])).toBe('as Rust');
  expect(of([10])).toBe('the set of nobody in the record');
});
