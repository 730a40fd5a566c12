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
