import { describe, expect, it } from 'vitest';
import { fileOf } from './csv';
import { madeUpRecord } from './made-up-record';
import { agreement, implementationName, isDisputed, measuredFrom, type Measured } from './measured';
import { schema } from './state';
import { besideSentence, classify, drawClassified, drawStrip, textSentence, wordCounts } from './text-view';

const measured = measuredFrom(madeUpRecord);

describe('what the lab takes from the record', () => {
  it('is who says what: yes, no, or not asked', () => {
    expect(measured.implementations.map(({ id }) => id)).toEqual([
      'java-trim', 'rust-char', 'rust-ascii', 'javascript-regex', 'python-bytes',
    ]); // prettier-ignore
    expect(measured.characters.map(({ codePoint, says }) => [codePoint, says])).toEqual([
      [1, '10000'],
      [0x20, '01111'],
      // Python's bytes are no characters beyond ASCII: it was not asked.
      [0xa0, '0101-'],
      // Java was, and its no is left out of the record.
      [0xfeff, '0001-'],
    ]);
    expect(implementationName(measured.implementations[1]!)).toBe('Rust char::is_whitespace');
    expect(measured.characters[2]!.name).toBe('no-break space');
    expect(agreement(measured.characters[3]!)).toEqual({ yes: 1, asked: 4 });
    expect(isDisputed({ codePoint: 0, name: '', says: '11-1' })).toBe(false);
  });
});

describe('a text', () => {
  const classified = classify(measured, 'a \u00a0<\ufeff');

  it('is taken apart into characters, with who calls each a space', () => {
    expect(classified.map(({ agreement }) => agreement)).toEqual(['none', 'disputed', 'disputed', 'none', 'disputed']);
    expect(classified.map(({ bytes }) => bytes.length)).toEqual([1, 1, 2, 1, 3]);
    expect(classified[0]!.name).toBe('Basic Latin');
    expect(classify(measured, '😀')[0]!.name).toBe('Emoticons');
    const html = drawClassified(measured, classified);
    expect(html).toContain('<strong>2 of 4</strong>: Rust char::is_whitespace; JavaScript \\s');
    expect(html).toContain('<strong>4 of 5</strong>: all but Java String.trim');
    expect(html).toContain('<bdi>&lt;</bdi>');
    expect(drawStrip(classified)).not.toMatch(/[\u00a0\ufeff]/);
  });

  it('knows that Perl’s answer depends on what else is in the text', () => {
    const perl: Measured = {
      implementations: ['perl-regex', 'perl-regex-u'].map((id) => ({
        id,
        language: 'Perl',
        call: '\\s',
        asked: 0x110000,
      })),
      characters: [
        { codePoint: 0x20, name: 'SPACE', says: '11' },
        { codePoint: 0xa0, name: 'NO-BREAK SPACE', says: '01' },
      ],
    };
    const counts = (text: string) => wordCounts(perl, classify(perl, text));
    expect(counts('a\u00a0b')).toEqual([1, 2]);
    expect(counts('a\u00a0b ą')).toEqual([3, 3]);
  });

  it('has as many words as whoever splits it finds', () => {
    const counts = (text: string) => wordCounts(measured, classify(measured, text));
    expect(counts('')).toEqual([0, 0, 0, 0, 0]);
    expect(counts(' one  two\u00a0three\ufefffour ')).toEqual([1, 3, 2, 4, 2]);
    expect(textSentence(measured, classify(measured, 'a\u00a0b'))).toBe(
      'How many words? From 1 (3 tests) to 2 (Rust char::is_whitespace and JavaScript \\s).',
    );
    expect(textSentence(measured, classify(measured, 'ab'))).toBe('All 5 find 1 word in this text.');
    expect(textSentence(measured, classify(measured, '\ufeff\ufeffa\ufeff'))).toContain(
      'All 5 find 1 word in this text, although',
    );
  });
});

describe('another machine', () => {
  const beside = (other: Measured) => besideSentence(measured, { name: 'your machine', measured: other }, 'a\u00a0<');

  it('answers alike, or is told of with the characters on which it does not', () => {
    expect(beside(measured)).toBe('On your machine all 5 tests answer alike about this text.');
    // Rust's calls the no-break space none, and nobody calls it a space.
    const without = { ...measured, characters: measured.characters.filter(({ codePoint }) => codePoint !== 0xa0) };
    expect(beside(without)).toBe(
      'On your machine all 5 tests answer alike about this text, but for this: U+00A0 is no space to Rust char::is_whitespace and JavaScript \\s.',
    );
  });

  it('may have been asked less', () => {
    const { implementations, characters } = measured;
    const fewer = {
      implementations: implementations.slice(2),
      characters: characters.map((one) => ({ ...one, says: one.says.slice(2) })),
    };
    expect(beside(fewer)).toBe('On your machine 3 of these 5 tests were asked, and answer alike about this text.');
  });
});

describe('the file', () => {
  it('of a text has nothing invisible in it, and nothing that a spreadsheet runs', () => {
    const { rows } = fileOf(
      measured,
      { ...schema.initial, view: 'text', text: '=\u202e\u00a0' },
      { compared: null, broken: null },
    );
    expect(rows.map((row) => row[2])).toEqual(["'=", 'RLO', 'NBSP']);
  });
});
