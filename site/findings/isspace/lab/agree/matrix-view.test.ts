import { describe, expect, it } from 'vitest';
import { madeUpRecord } from '../made-up-record';
import { measuredFrom } from '../measured';
import { csvOf, drawMatrix, filtered, matrixFigures, matrixSentence, runsOf } from './matrix-view';
import { movedAddress } from './moved';
import { PRESETS, schemaOf, swapped, type AgreeState } from './state';

const measured = measuredFrom(madeUpRecord);
const schema = schemaOf(measured.implementations.map(({ id }) => id));
const { initial } = schema;
const state = (values: Partial<AgreeState>): AgreeState => ({ ...initial, ...values });
const codePoints = (values: Partial<AgreeState>) => filtered(measured, state(values)).map(({ codePoint }) => codePoint);

describe('the matrix', () => {
  it('is filtered by who does and who does not', () => {
    expect(codePoints({})).toEqual([1, 0x20, 0xa0, 0xfeff]);
    expect(codePoints({ who: 'rust-char' })).toEqual([0x20, 0xa0]);
    expect(codePoints({ who: 'javascript-regex', not: 'rust-char' })).toEqual([0xfeff]);
    // Who was not asked did not say no.
    expect(codePoints({ not: 'python-bytes' })).toEqual([1, 0xa0]);
    expect(codePoints({ who: 'rust-ascii', differ: 'on' })).toEqual([0x20]);
    expect(matrixSentence(measured, state({ who: 'rust-ascii', find: 'zero' }))).toContain('None of 4');
    expect(matrixSentence(measured, state({ who: 'rust-ascii', not: 'rust-char' }))).toBe(
      'Rust u8::is_ascii_whitespace calls nothing a space that Rust char::is_whitespace does not.',
    );
    expect(matrixSentence(measured, state({ who: 'rust-char', not: 'rust-ascii' }))).toBe(
      'Rust char::is_whitespace takes one character for a space that Rust u8::is_ascii_whitespace does not: U+00A0 no-break space.',
    );
    const [rows] = matrixFigures(measured, state({ who: 'rust-char' }));
    expect(rows).toMatchObject({ name: 'rows', value: 2 });
  });

  it.each([
    ['U+00A0', [0xa0]],
    ['u+feff', [0xfeff]],
    ['0xa0', [0xa0]],
    ['\\u00a0', [0xa0]],
    ['\u00a0', [0xa0]],
    [' ', [0x20]],
    ['no-break', [0xa0, 0xfeff]],
    ['ZERO', [0xfeff]],
    ['  ', []],
    ['.*', []],
  ])('finds %j', (find, expected) => {
    expect(codePoints({ find })).toEqual(expected);
  });

  it('puts neighbours with the same answers into one row, and counts each of them', () => {
    const says = '10000';
    const many = [1, 2, 3, 5].map((codePoint) => ({ codePoint, name: `name ${codePoint}`, says }));
    expect(runsOf(many).map((run) => run.map(({ codePoint }) => codePoint))).toEqual([[1, 2, 3], [5]]);
    const html = drawMatrix({ ...measured, characters: many }, initial);
    expect(html).toContain('U+0001–U+0003 (3)');
    expect(html.match(/<tbody>.*<\/tbody>/)![0].match(/<tr/g)).toHaveLength(2);
    expect(html).toMatch(/<tfoot>.*<td[^>]*>4<\/td>/);
  });

  it('has whom it is filtered by first, each with its own answers', () => {
    const chosen = state({ who: 'javascript-regex', not: 'rust-char' });
    const html = drawMatrix(measured, chosen);
    const heads = [...html.matchAll(/<th scope="col"([^>]*)><span>([^<]*)</g)];
    expect(heads.map(([, , name]) => name).slice(0, 2)).toEqual(['JavaScript \\s', 'Rust char::is_whitespace']);
    expect(heads.map(([, marks]) => marks!.includes('data-chosen'))).toEqual([true, true, false, false, false]);
    expect([...html.matchAll(/<td data-says="(.)"/g)].map(([, says]) => says).slice(0, 2)).toEqual(['1', '0']);
    expect([...html.matchAll(/<td data-says="(.)"/g)]).toHaveLength(measured.implementations.length);
  });

  it('writes names as text', () => {
    const strange = { ...measured, implementations: [{ id: 'x', language: '<b>', call: '&', asked: 1 }] };
    expect(drawMatrix(strange, initial)).toContain('&lt;b&gt; &amp;');
  });
});

it('the file has a row a character, and a column for everyone', () => {
  const { header, rows } = csvOf(measured, initial);
  expect(header).toHaveLength(7);
  expect(rows[3]).toEqual(['U+FEFF', 'zero width no-break space', 0, 0, 0, 1, null]);
});

describe('the question', () => {
  const ids = ['python-str', 'java-strip', 'javascript-regex'];
  const asked = schemaOf(ids);
  const read = (query: string) => asked.read(new URLSearchParams(query));

  it('opens on two that disagree, and means by any parameter what it always meant', () => {
    expect(read('').state).toMatchObject({ who: 'python-str', not: 'java-strip' });
    expect(read('not=java-strip').state).toEqual({ who: 'anyone', not: 'java-strip', differ: 'off', find: '' });
    expect(read('find=U%2B00A0').state).toMatchObject({ who: 'anyone', not: 'nobody' });
    // A record that did not ask these two has no such pair.
    expect(schemaOf(['rust-char']).opening).toEqual(schemaOf(['rust-char']).initial);
  });

  it.each([
    ['who=cobol', 'who', 'anyone'],
    ['not=<script>', 'not', 'nobody'],
  ] as const)('takes %s for what is nearest, and says so', (query, name, value) => {
    const { state, notes } = read(query);
    expect(state[name]).toBe(value);
    expect(notes.map(({ parameter }) => parameter)).toEqual([name]);
  });

  it('is turned round', () => {
    expect(swapped('a', 'b')).toEqual({ who: 'b', not: 'a' });
    expect(swapped('anyone', 'b')).toEqual({ who: 'b', not: 'nobody' });
    expect(swapped('a', 'nobody')).toEqual({ who: 'anyone', not: 'a' });
  });

  it('has examples of which the first is what it opens on', () => {
    expect(PRESETS[0]!.state(asked.initial)).toEqual(asked.opening);
    for (const { id, state } of PRESETS)
      expect(asked.reconcile(state(asked.opening)), id).toEqual(state(asked.initial));
  });
});

describe('an address of the view that this lab was', () => {
  const page = 'https://a.example/findings/isspace/';

  it('goes on to ask what it asked', () => {
    expect(movedAddress(`${page}?view=matrix`)).toBe(`${page}?who=anyone`);
    expect(movedAddress(`${page}?view=matrix&who=rust-char&find=a#sets`)).toBe(`${page}?who=rust-char&find=a#sets`);
    expect(movedAddress(`${page}?view=matrix&not=rust-char`)).toBe(`${page}?not=rust-char&who=anyone`);
  });

  it('is the only one that is moved', () => {
    for (const query of ['', '?view=parser', '?who=rust-char']) expect(movedAddress(page + query)).toBeNull();
  });
});
