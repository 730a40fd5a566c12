/** Messages between a client and a server, from the record of the ssh-authentication experiment, drawn as sequence diagrams. */
import { measured, points, series, settingAt, type Settings } from '@/kit/record/queries.ts';
import type { ShownAs } from '@/kit/record/shown.ts';
import type { Estimate, MeasurementRecord, Point } from '@/kit/record/types.ts';
import { formatBare, formatIntervalBare, formatQuantity } from '@/kit/chart/format.ts';
import { escapeText, markShape, px } from '@/kit/chart/grammar.ts';
import { machineOf } from '@/kit/chart/machines.ts';
import type { FigureTable } from '@/kit/chart/tabled.ts';

/** A message as the record has it. */
export interface Message {
  readonly order: number;
  readonly stage: string;
  readonly from: 'client' | 'server';
  /** Its name and number in the RFCs: `SSH_MSG_USERAUTH_REQUEST`, 50. */
  readonly name: string;
  readonly number: number;
  /** What an authentication request brings: nothing yet (`none`), a `question`, or a `signature`. */
  readonly detail: string;
  /** When it was seen, in seconds after the client's service request. */
  readonly seconds: Estimate | undefined;
}

/** The series of messages, and its measure. */
const [SERIES, SECONDS] = ['messages', 'seconds'];

/** The messages of a case, in their order; of one stage if it is named. */
export function messagesOf(record: MeasurementRecord, of: string, stage?: string): Message[] {
  return points(series(record, SERIES), { case: of, ...(stage !== undefined && { stage }) })
    .map(messageAt)
    .sort((a, b) => a.order - b.order);
}

function messageAt(point: Point): Message {
  const { at, values } = point;
  return {
    order: Number(settingAt(point, 'order')),
    stage: String(settingAt(point, 'stage')),
    from: at['from'] === 'client' ? 'client' : 'server',
    name: String(settingAt(point, 'message')),
    number: Number(settingAt(point, 'number')),
    detail: String(at['detail'] ?? ''),
    seconds: values[SECONDS],
  };
}

/** A message's name without what all of them begin with. */
export const shortName = ({ name }: Pick<Message, 'name'>): string => name.replace(/^SSH_MSG_/, '');

/** What a request brings, in words. */
const DETAILS: Readonly<Record<string, string>> = {
  none: 'which methods?',
  question: 'would this key do?',
  signature: 'key and signature',
};

/** What a message says beyond its name. */
export const detailWords = ({ detail }: Pick<Message, 'detail'>): string => DETAILS[detail] ?? detail;

/** Numbers of messages: SSH_MSG_DISCONNECT (RFC 4253, section 12) and SSH_MSG_USERAUTH_FAILURE (RFC 4252, section 6). */
const [DISCONNECT, FAILURE] = [1, 51];

/** True for a message that turns a key away: a failure, unless it answers the request that only asks for the methods. */
const isRefusal = ({ number }: Message, before: Message | undefined): boolean =>
  number === DISCONNECT || (number === FAILURE && before?.detail !== 'none');

/** Width of a sequence diagram, in pixels, and how far its rails stand from its sides. */
const [WIDTH, SIDE] = [300, 14];
/** Room for the names of the rails, and of a message with its name above and its time below, in pixels. */
const [HEAD, RUNG] = [30, 50];
/** Size of an arrow's head, in pixels. */
const ARROW = 7;

/** What a sequence diagram shows, in words. */
export interface SequenceWords {
  readonly title: string;
  readonly description: string;
}

/** The messages of a machine that is shown besides, and what its values are drawn as. */
export interface Others {
  readonly figure: ShownAs;
  readonly messages: readonly Message[];
}

/** The marks of those machines within a line of text. */
const MARKS: Readonly<Record<ShownAs, string>> = { measured: '●', second: '▲', third: '■' };

/**
 * Draws the messages of a case as a sequence diagram: a rail for the client, one for the server, and an arrow for each message, with
 * its time and those of the same message on other machines.
 */
export function sequenceDiagram(
  messages: readonly Message[],
  { title, description }: SequenceWords,
  others: readonly Others[] = [],
): string {
  const height = HEAD + messages.length * RUNG + 6;
  const [client, server] = [SIDE, WIDTH - SIDE];
  const rungs = messages.map((message, index) =>
    rung(message, messages[index - 1], HEAD + index * RUNG + 24, timesBeside(message, others)),
  );
  return [
    `<svg class="mt-chart mt-sequence" viewBox="0 0 ${WIDTH} ${px(height)}" width="${WIDTH}" height="${px(height)}" role="img" aria-label="${escapeText(title)}">`,
    `<desc>${escapeText(description)}</desc>`,
    `<text class="mt-axis-title" x="0" y="12">Client</text>`,
    `<text class="mt-axis-title" x="${WIDTH}" y="12" text-anchor="end">Server</text>`,
    `<path class="mt-axis" d="M${client},20V${px(height)}M${server},20V${px(height)}"/>`,
    ...rungs,
    '</svg>',
  ].join('');
}

/** When other machines saw the same message, each with its mark. */
const timesBeside = ({ order, name }: Message, others: readonly Others[]): string =>
  others
    .map(({ figure, messages }) => {
      const seconds = messages.find((other) => other.order === order && other.name === name)?.seconds;
      if (!seconds) return '';
      return ` <tspan class="mt-sequence-${figure}">${MARKS[figure]}\u00a0${formatQuantity(seconds.value, 's')}</tspan>`;
    })
    .join('');

function rung(message: Message, before: Message | undefined, y: number, beside: string): string {
  const isClient = message.from === 'client';
  const [from, to] = isClient ? [SIDE, WIDTH - SIDE] : [WIDTH - SIDE, SIDE];
  const back = isClient ? -ARROW : ARROW;
  const refuses = isRefusal(message, before);
  const words = message.number === FAILURE && !refuses ? 'these methods' : detailWords(message);
  const name = `<tspan class="mt-sequence-name">${escapeText(shortName(message))}</tspan>`;
  // Text stands on the sender's side, so that the eye follows who speaks.
  const x = isClient ? SIDE + 8 : WIDTH - SIDE - 8;
  const anchor = isClient ? 'start' : 'end';
  const time = message.seconds === undefined ? '' : formatQuantity(message.seconds.value, 's');
  const tone = message.detail === 'signature' ? ' mt-sequence--signed' : refuses ? ' mt-sequence--refused' : '';
  return (
    `<g class="mt-sequence-rung${tone}">` +
    `<path class="mt-sequence-arrow" d="M${from},${px(y)}H${px(to)}M${px(to + back)},${px(y - ARROW / 1.8)}L${px(to)},${px(y)}L${px(to + back)},${px(y + ARROW / 1.8)}"/>` +
    markShape('measured', from, y, 3.5) +
    `<text x="${px(x)}" y="${px(y - 6)}" text-anchor="${anchor}">${name}</text>` +
    (words || time || beside
      ? `<text class="mt-sequence-more" x="${px(x)}" y="${px(y + 15)}" text-anchor="${anchor}">${escapeText([words, time].filter((part) => part !== '').join(', '))}${beside}</text>`
      : '') +
    '</g>'
  );
}

/** One sequence diagram of a figure: which case, and what it is called. */
export interface Case {
  readonly case: string;
  readonly says: string;
}

/** The messages of several cases as a table. */
export function messagesTable(
  records: readonly MeasurementRecord[],
  cases: readonly Case[],
  stage?: string,
): FigureTable {
  const withMachine = records.length > 1;
  return {
    head: [
      ...(withMachine ? ['Machine'] : []),
      'Case',
      'From',
      'Message',
      'Number',
      'Which',
      'Time',
      '95% interval',
      'n',
    ],
    rows: records.flatMap((record) =>
      cases.flatMap(({ case: of, says }) =>
        messagesOf(record, of, stage).map((message) => [
          ...(withMachine ? [machineOf(record)] : []),
          says,
          message.from,
          message.name,
          String(message.number),
          detailWords(message),
          ...(message.seconds
            ? [
                formatBare(message.seconds.value, 's'),
                formatIntervalBare(message.seconds, 's'),
                String(message.seconds.n),
              ]
            : ['', '', '']),
        ]),
      ),
    ),
  };
}

/** A field of what was signed. */
export interface SignedField {
  readonly field: string;
  /** Where it begins, and how long it is, in bytes. */
  readonly start: number;
  readonly bytes: number;
}

/** The fields of what was signed, in their order. */
export function signedOf(record: MeasurementRecord, at: Settings): SignedField[] {
  const found = points(series(record, 'signed'), at).toSorted(
    (a, b) => Number(settingAt(a, 'order')) - Number(settingAt(b, 'order')),
  );
  let start = 0;
  return found.map((point) => {
    const bytes = measured(point, 'bytes').value;
    start += bytes;
    return { field: String(settingAt(point, 'field')), start: start - bytes, bytes };
  });
}
