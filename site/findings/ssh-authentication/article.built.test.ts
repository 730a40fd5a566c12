import { describe, expect, test } from 'vitest';
import { articleOf, homeEntryOf, seriesWithoutFile, written } from '@/e2e/articles';
import { one, textOf, textsOf } from '@/e2e/built';
import { claim, point, points, series } from '@/kit/record/queries';

const article = articleOf('ssh-authentication');
const { page, record } = article;
/** Cases that the article draws, from the left. */
const CASES = ['right-key', 'unlisted-key', 'other-session'] as const;
/** What a request brings, in the record's words and in the reader's. */
const DETAILS = { none: 'which methods?', question: 'would this key do?', signature: 'key and signature' } as const;

/** The messages of a case's authentication, in their order. */
const messagesOf = (of: string) =>
  points(series(record, 'messages'), { case: of, stage: 'authentication' }).toSorted(
    (a, b) => Number(a.at['order']) - Number(b.at['order']),
  );

test('the first sentences answer the question, with the length of the signature', () => {
  const lead = one(page, '.mt-lead');
  expect(textOf(lead)).toContain('Why does ssh need your private key');
  const { figures } = claim(record, 'encrypted-with-private-key');
  const length = figures.find(({ label }) => label === 'length of the signature')!;
  expect(textsOf(lead, '.mt-inline-value')).toEqual([written(length.measured!.value, length.unit)]);
  expect(one(lead, '.mt-inline-figure').getAttribute('data-figure')).toBe('measured');
});

test('the article has its figures, and their files', () => {
  expect(page.querySelectorAll('figure.mt-figure').length).toBeGreaterThanOrEqual(2);
  expect(seriesWithoutFile(article).sort()).toEqual(['openssl', 'outcomes', 'programs', 'ratios', 'sizes']);
});

describe('the drawings of messages', () => {
  const drawings = page.querySelectorAll('#messages .mt-sequences > li');
  const messagesIn = (of: (typeof CASES)[number]) => drawings[CASES.indexOf(of)]!.querySelectorAll('.mt-sequence-rung');

  test('have every message of the authentication in the record’s order, with its time', () => {
    expect(drawings).toHaveLength(CASES.length);
    for (const of of CASES) {
      const messages = messagesOf(of);
      expect(messages.length).toBeGreaterThan(3);
      const texts = messagesIn(of).map(textOf);
      expect(texts).toHaveLength(messages.length);
      for (const [index, { at, values }] of messages.entries()) {
        expect(texts[index]).toContain(String(at['message']).replace(/^SSH_MSG_/, ''));
        const detail = String(at['detail'] ?? '');
        expect(texts[index]).toContain(DETAILS[detail as keyof typeof DETAILS] ?? detail);
        expect(texts[index]).toContain(written(values['seconds']!.value, 's'));
      }
    }
  });

  test('show a signature where the key is listed, and none where it is not', () => {
    const signed = (of: (typeof CASES)[number]) =>
      messagesIn(of).filter(({ classList }) => classList.contains('mt-sequence--signed'));
    expect(signed('right-key')).toHaveLength(1);
    expect(signed('unlisted-key')).toHaveLength(0);
  });

  test('show a refusal of the signature that was made for another session, and of no other', () => {
    const refused = messagesIn('right-key').filter(({ classList }) => classList.contains('mt-sequence--refused'));
    expect(refused).toEqual([]);
    const [before, last] = messagesIn('other-session').slice(-2);
    expect(before!.classNames).toContain('mt-sequence--signed');
    expect(last!.classNames).toContain('mt-sequence--refused');
  });
});

describe('what was signed', () => {
  const fields = points(series(record, 'signed'), { case: 'agent', key_type: 'ed25519' })
    .toSorted((a, b) => Number(a.at['order']) - Number(b.at['order']))
    .map(({ at, values }) => ({ field: String(at['field']), bytes: values['bytes']!.value }));

  test('has a row for each field of the record with its length, and a reason', () => {
    expect(fields.length).toBeGreaterThan(7);
    const rows = page.querySelectorAll('#signed .mt-signed tbody tr');
    expect(rows.map((row) => [textsOf(row, 'th')[0], textsOf(row, 'td')[0]])).toEqual(
      fields.map(({ field, bytes }) => [field, String(bytes)]),
    );
    for (const row of rows) expect(textOf(one(row, '.mt-signed-why')).length).toBeGreaterThan(10);
    const total = fields.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(textsOf(page, '#signed tfoot td')[0]).toBe(String(total));
  });

  test('draws each field where it lies', () => {
    const places = page
      .querySelectorAll('#signed .mt-signed-field')
      .map((field) => ['x', 'width'].map((name) => Number(field.getAttribute(name))));
    const ends = fields.map((_, index) => fields.slice(0, index + 1).reduce((sum, { bytes }) => sum + bytes, 0));
    expect(places).toEqual(fields.map(({ bytes }, index) => [ends[index]! - bytes, bytes]));
  });
});

describe('figures in tables and charts are the record’s', () => {
  test.each([
    ['The key is listed', 'right-key'],
    ['The public key alone', 'public-key-only'],
    ['The passphrase is not given', 'locked-key'],
  ])('how a case ended: %s', (words, of) => {
    const { values } = point(series(record, 'outcomes'), { case: of });
    const row = page.querySelectorAll('table:has(.mt-inline-figure) tr').find((each) => textOf(each).includes(words))!;
    const shown = textsOf(row, '.mt-inline-value');
    expect(shown[0]).toBe(written(values['accepted_share']!.value, 'share'));
    expect(shown[2]).toBe(String(values['signatures']!.value));
  });

  test('what signing and checking cost: a dot for each figure that the record has', () => {
    const measured = ['sign', 'verify'].flatMap((what) => points(series(record, 'costs'), { what }));
    expect(page.querySelectorAll('#parts .mt-figure-wide .mt-mark--measured')).toHaveLength(measured.length);
  });
});

test('the published word for a signature is corrected by the record’s verdict', () => {
  expect(claim(record, 'encrypted-with-private-key').verdict).toBe('differs');
  expect(page.getElementById('not-encrypted-with-the-private-key')).not.toBeNull();
});

test('on the home page, the picture has an arrow for each message that it names, and the length of the signature beside it', () => {
  const entry = homeEntryOf('ssh-authentication');
  const { figures } = claim(record, 'encrypted-with-private-key');
  const length = figures.find(({ label }) => label === 'length of the signature')!;
  expect(textsOf(entry, 'strong')).toEqual([written(length.measured!.value, length.unit)]);
  const arrows = entry.querySelectorAll('svg.mt-thumbnail .rung');
  const requests = messagesOf('right-key').filter(({ at }) => String(at['message']).includes('USERAUTH'));
  expect(arrows).toHaveLength(requests.length);
  const signed = arrows.filter((arrow) => textOf(arrow).includes('signature'));
  expect(signed.map(({ classList }) => classList.contains('signed'))).toEqual([true]);
});
