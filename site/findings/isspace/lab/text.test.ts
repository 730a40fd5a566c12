import { describe, expect, it } from 'vitest';
import { BLOCKS, blockOf } from './blocks';
import { cleaned, pieces, shown, shownWord, spokenWord, standIn, textField, utf8 } from './text';

describe('text that is typed or comes in an address', () => {
  it('is cut to its length, in characters and not in halves of them', () => {
    expect(cleaned('😀😀😀', 2)).toEqual({
      value: '😀😀',
      because: expect.stringContaining('longer than 2 characters'),
    });
    expect(cleaned('😀😀', 2)).toEqual({ value: '😀😀' });
    expect(cleaned('x'.repeat(1_000_000), 200).value).toHaveLength(200);
  });

  it('has no halves of surrogate pairs, and keeps every other character, byte order marks too', () => {
    expect(cleaned('a\ud800b\udc00', 9)).toEqual({
      value: 'a\ufffdb\ufffd',
      because: expect.stringContaining('surrogate'),
    });
    for (const text of ['\ufeffa', '\u202e\u2066\u0000\u001b', 'e\u0301', '👩‍👩‍👧'])
      expect(cleaned(text, 99)).toEqual({ value: text });
  });

  it('comes back from an address as it went', () => {
    const field = textField('', 40);
    for (const text of ['', 'a=>1, "b c"=>NULL', '\u202e\ufeff\u0000 +%zz&#', 'déjà 😀']) {
      const address = new URLSearchParams({ text: field.write(text) }).toString();
      expect(field.read(new URLSearchParams(address).get('text')!)).toEqual({ value: text });
    }
    for (const broken of ['%zz', '%', '%C3', '%ED%A0%80', '%FF%FE']) {
      const { value } = field.read(new URLSearchParams(`text=${broken}`).get('text')!);
      expect(value.isWellFormed()).toBe(true);
    }
  });
});

describe('a character on the page', () => {
  it('is never invisible, and never HTML', () => {
    for (const unseen of [
      '\0',
      ' ',
      '\u00a0',
      '\u00ad',
      '\u200b',
      '\u202e',
      '\u2028',
      '\ufeff',
      '\u{e0001}',
      '\ud800',
      '\u115f',
    ]) {
      expect(standIn(unseen), unseen.codePointAt(0)!.toString(16)).toMatch(/^[A-Z0-9]+$/);
      expect(shown(unseen)).not.toContain(unseen === ' ' ? '> <' : unseen);
    }
    expect(shown('<')).toBe('<bdi>&lt;</bdi>');
    expect(shown('&')).toBe('<bdi>&amp;</bdi>');
    expect(shown('\u0301')).toBe('<bdi>◌\u0301</bdi>');
    expect([standIn('à'), standIn('😀'), standIn('ש')]).toEqual(['', '', '']);
  });
});

describe('bytes of a word', () => {
  it('stand as characters, and as bytes where they are none', () => {
    expect(pieces(Uint8Array.of(0x64, 0xc3, 0xa0, 0xc3))).toEqual(['d', 'à', 0xc3]);
    expect(pieces(Uint8Array.of(0xe5, 0x85))).toEqual([0xe5, 0x85]);
    expect(pieces(Uint8Array.of(0xff, 0x61, 0xed, 0xa0, 0x80))).toEqual([0xff, 'a', 0xed, 0xa0, 0x80]);
    expect(pieces(utf8('a😀\ufeff'))).toEqual(['a', '😀', '\ufeff']);
    expect(spokenWord(Uint8Array.of(0x6c, 0xc3))).toBe('l\\xC3');
    expect(spokenWord(utf8(' a b '))).toBe('[SP]a b[SP]');
    expect(shownWord(Uint8Array.of(0x3c, 0xc3))).toBe('<bdi>&lt;</bdi><span class="mt-is-torn">C3</span>');
  });

  it('are all there again, whatever they are', () => {
    // Every pair and some triples of bytes: what is shown loses none.
    const lost: number[][] = [];
    for (let first = 0; first < 256; first++) {
      for (let second = 0; second < 256; second++) {
        const bytes = Uint8Array.of(first, second, (first * 7 + second) % 256);
        const back = pieces(bytes).flatMap((piece) => (typeof piece === 'number' ? [piece] : [...utf8(piece)]));
        if (back.join() !== bytes.join()) lost.push([...bytes]);
      }
    }
    expect(lost).toEqual([]);
  });
});

describe('the blocks', () => {
  it('follow each other without overlap, and have names of their own', () => {
    BLOCKS.forEach(({ first, last }, number) => {
      expect(first % 16).toBe(0);
      expect(last % 16).toBe(15);
      expect(first).toBeGreaterThan(BLOCKS[number - 1]?.last ?? -1);
      expect(last).toBeGreaterThan(first);
    });
    expect(new Set(BLOCKS.map(({ id }) => id)).size).toBe(BLOCKS.length);
    expect(BLOCKS.every(({ id }) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toBe(true);
  });

  it('hold every character that is assigned', () => {
    const homeless = Array.from({ length: 0x11_0000 }, (_, codePoint) => codePoint).filter((codePoint) => {
      return /\P{C}/u.test(String.fromCodePoint(codePoint)) && blockOf(codePoint) === undefined;
    });
    expect(homeless).toEqual([]);
    expect(blockOf(0xe0)?.name).toBe('Latin-1 Supplement');
    expect(blockOf(0x105)?.name).toBe('Latin Extended-A');
    expect(blockOf(0x445)?.name).toBe('Cyrillic');
    expect(blockOf(0x5143)?.id).toBe('cjk-unified-ideographs');
    expect(blockOf(0xd800)).toBeUndefined();
    expect(blockOf(0x1f600)?.name).toBe('Emoticons');
  });
});
