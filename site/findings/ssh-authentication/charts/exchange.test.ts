import { describe, expect, test } from 'vitest';
import { formatQuantity } from '@/kit/chart/format.ts';
import { assignMarks } from '@/kit/record/shown.ts';
import { madeUpExchange } from './fixture.ts';
import { sequenceDiagram, messagesOf, messagesTable, signedOf } from './exchange.ts';
import { sequences } from './sequences.ts';
import { signedFields } from './signed-fields.ts';

const record = madeUpExchange();
const cases = [
  { case: 'right-key', says: 'The right key' },
  { case: 'unlisted-key', says: 'A key that is not listed' },
];
const draw = (of: string) =>
  sequenceDiagram(messagesOf(record, of, 'authentication'), { title: 'A <title>', description: 'Made up.' });

describe('messages', () => {
  test('stand in their order, whatever the order of the points', () => {
    expect(messagesOf(record, 'right-key').map(({ number }) => number)).toEqual([20, 50, 60, 50, 52]);
  });

  test('of one stage leave out the others', () => {
    expect(messagesOf(record, 'right-key', 'authentication')).toHaveLength(4);
  });

  test('that the record does not know are none', () => {
    expect(messagesOf(record, 'no-such-case')).toEqual([]);
  });
});

describe('a sequence diagram', () => {
  test('has an arrow for each message, from its sender', () => {
    const drawn = draw('right-key');
    expect(drawn.match(/class="mt-sequence-arrow"/g)).toHaveLength(4);
    const starts = [...drawn.matchAll(/mt-sequence-arrow" d="M(\d+),/g)].map(([, x]) => Number(x));
    expect(starts).toEqual([14, 286, 14, 286]);
  });

  test('says what each message is, and when it was seen', () => {
    const drawn = draw('right-key').replaceAll('\u00a0', ' ');
    expect(drawn).toContain('>USERAUTH_PK_OK<');
    expect(drawn).toContain('would this key do?, 1 ms');
    expect(drawn).toContain('key and signature, 3 ms');
  });

  test('marks the one that is signed, and refusals', () => {
    expect(draw('right-key').match(/mt-sequence--signed/g)).toHaveLength(1);
    expect(draw('right-key')).not.toContain('mt-sequence--refused');
    expect(draw('unlisted-key').match(/mt-sequence--refused/g)).toHaveLength(1);
  });

  test('takes the failure that only lists the methods for an answer', () => {
    const [, answer, , refusal] = draw('unlisted-key').split('<g class="mt-sequence-rung').slice(1);
    expect(answer).toContain('these methods');
    expect(answer).not.toContain('mt-sequence--refused');
    expect(refusal).not.toContain('these methods');
  });

  test('takes an end of the connection for a refusal, whatever came before it', () => {
    const [asked] = messagesOf(record, 'unlisted-key');
    const ended = { ...asked!, from: 'server', name: 'SSH_MSG_DISCONNECT', number: 1, detail: '' } as const;
    const words = { title: 'Made up', description: 'Made up.' };
    expect(sequenceDiagram([asked!, ended], words)).toContain('mt-sequence--refused');
  });

  test('has its words as text, not as markup', () => {
    expect(draw('right-key')).toContain('aria-label="A &lt;title&gt;"');
  });
});

describe('the table of messages', () => {
  test('has a row for each, with its interval', () => {
    const { head, rows } = messagesTable([record], cases, 'authentication');
    expect(head[0]).toBe('Case');
    expect(rows).toHaveLength(8);
    expect(rows[0]!.map((cell) => cell.replaceAll('\u00a0', ' '))).toEqual([
      'The right key',
      'client',
      'SSH_MSG_USERAUTH_REQUEST',
      '50',
      'would this key do?',
      '1 ms',
      '900 µs–1.10 ms',
      '9',
    ]);
  });

  test('of several machines says whose each is', () => {
    const { head, rows } = messagesTable([record, madeUpExchange('other')], cases);
    expect(head[0]).toBe('Machine');
    expect(new Set(rows.map(([machine]) => machine))).toEqual(new Set(['made-up', 'other']));
  });
});

describe('what was signed', () => {
  test('is its fields in order, each where the one before it ends', () => {
    expect(signedOf(record, { case: 'agent' }).map(({ field, start, bytes }) => [field, start, bytes])).toEqual([
      ['session identifier', 0, 36],
      ['message number', 36, 1],
      ['user name', 37, 9],
    ]);
  });
});

describe('another machine', () => {
  const other = messagesOf(madeUpExchange('other'), 'right-key', 'authentication');
  const words = { title: 'Made up', description: 'Made up.' };
  const messages = messagesOf(record, 'right-key', 'authentication');
  const timesIn = (svg: string) => [...svg.matchAll(/▲\u00a0([^<]*)/g)].map(([, time]) => time);
  const written = (all: typeof other) =>
    all.flatMap(({ seconds }) => (seconds ? [formatQuantity(seconds.value, 's')] : []));

  test('has its times beside ours, where it saw the message', () => {
    const beside = (seen: typeof other) => sequenceDiagram(messages, words, [{ figure: 'second', messages: seen }]);
    expect(timesIn(beside(other))).toEqual(written(other));
    expect(timesIn(beside(other.slice(1)))).toEqual(written(other.slice(1)));
    expect(sequenceDiagram(messages, words)).not.toContain('▲');
  });

  test('is named in the key of all sequences', () => {
    expect(String(sequences(assignMarks([record])).markup)).toContain('measured, medians');
    const both = String(sequences(assignMarks([record, madeUpExchange('other')])).markup);
    expect(both).toContain('made-up, medians');
    expect(both).toContain('other, medians');
  });

  test('has the fields that it signed on lines of their own', () => {
    const fields = (...records: (typeof record)[]) => String(signedFields(assignMarks(records)).markup);
    expect(fields(record)).toContain('<th scope="row">Together</th><td class="mt-signed-bytes"><span>46</span></td>');
    const made = madeUpExchange('other');
    const shorter = {
      ...made,
      series: made.series.map((one) =>
        one.id === 'signed' ? { ...one, points: one.points.filter(({ at }) => at['field'] !== 'user name') } : one,
      ),
    };
    const both = fields(record, shorter);
    const [, , , user] = both.split('<tr>').slice(1);
    expect(user).toContain('user name');
    expect(user!.match(/<rect/g)).toHaveLength(1);
    expect(user!.replaceAll(/<svg.*?<\/svg>/g, '')).toContain('&nbsp;9</span><span>&nbsp;–</span>');
    expect(both.match(/mt-signed-field--second/g)).toHaveLength(2);
  });
});
