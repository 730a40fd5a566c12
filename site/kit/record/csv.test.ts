import { csvFormatRow } from 'd3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toCsv } from './csv';

it('quotes what would break a row, and leaves missing cells empty', () => {
  expect(
    toCsv(
      ['a', 'b,c'],
      [
        ['say "hi"', null],
        ['two\nlines', 1.5],
      ],
    ),
  ).toBe('a,"b,c"\r\n"say ""hi""",\r\n"two\nlines",1.5\r\n');
});

it('writes each row as D3 does', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '0', ' ', ',', '"', '\r', '\n', 'é') });
  const row = fc.array(cell, { minLength: 1 });
  fc.assert(
    fc.property(row, (row) => {
      expect(toCsv(row, [])).toBe(`${csvFormatRow(row)}\r\n`);
    }),
  );
});
