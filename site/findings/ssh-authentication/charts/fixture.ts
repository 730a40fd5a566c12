// A small made-up record in the shape of the ssh-authentication experiment's, for tests only: its figures mean nothing.
import type { Estimate, MeasurementRecord } from '@/kit/record/types.ts';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';

const estimate = (value: number): Estimate => ({ n: 9, value, low: value * 0.9, high: value * 1.1 });
const dimension = (name: string) => ({ name, title: name, unit: null });
const measure = (name: string, unit: string) => ({
  name,
  title: name,
  unit,
  statistic: 'median',
  interval: 'order statistics',
});

type MadeUp = readonly [stage: string, from: string, message: string, number: number, detail: string, seconds?: number];

const ACCEPTED: readonly MadeUp[] = [
  ['key-exchange', 'client', 'SSH_MSG_KEXINIT', 20, ''],
  ['authentication', 'client', 'SSH_MSG_USERAUTH_REQUEST', 50, 'question', 0.001],
  ['authentication', 'server', 'SSH_MSG_USERAUTH_PK_OK', 60, '', 0.002],
  ['authentication', 'client', 'SSH_MSG_USERAUTH_REQUEST', 50, 'signature', 0.003],
  ['authentication', 'server', 'SSH_MSG_USERAUTH_SUCCESS', 52, '', 0.004],
];
const REFUSED: readonly MadeUp[] = [
  ['authentication', 'client', 'SSH_MSG_USERAUTH_REQUEST', 50, 'none', 0.001],
  ['authentication', 'server', 'SSH_MSG_USERAUTH_FAILURE', 51, '', 0.002],
  ['authentication', 'client', 'SSH_MSG_USERAUTH_REQUEST', 50, 'question', 0.003],
  ['authentication', 'server', 'SSH_MSG_USERAUTH_FAILURE', 51, '', 0.004],
];

/** The messages of an accepted key and of a refused one, and what was signed. */
export function madeUpExchange(machine = 'made-up'): MeasurementRecord {
  const record = madeUpRecord(machine);
  return {
    ...record,
    experiment: 'ssh-authentication',
    claims: [],
    series: [
      {
        id: 'messages',
        title: 'Messages',
        dimensions: ['case', 'order', 'stage', 'from', 'message', 'number', 'detail'].map(dimension),
        measures: [measure('seconds', 's')],
        method: 1,
        published_source: null,
        points: Object.entries({ 'right-key': ACCEPTED, 'unlisted-key': REFUSED }).flatMap(([of, messages]) =>
          messages
            .map(([stage, from, message, number, detail, seconds], index) => ({
              at: { case: of, order: index + 1, stage, from, message, number, detail },
              values: seconds === undefined ? {} : { seconds: estimate(seconds) },
            }))
            // The order is in the points, not in how they lie in the record.
            .reverse(),
        ),
      },
      {
        id: 'signed',
        title: 'What was signed',
        dimensions: ['case', 'key_type', 'order', 'field'].map(dimension),
        measures: [measure('bytes', 'bytes')],
        method: 1,
        published_source: null,
        points: (
          [
            [2, 'message number', 1],
            [1, 'session identifier', 36],
            [3, 'user name', 9],
          ] as const
        ).map(([order, field, bytes]) => ({
          at: { case: 'agent', key_type: 'ed25519', order, field },
          values: { bytes: { n: 1, value: bytes, low: bytes, high: bytes } },
        })),
      },
    ],
  };
}
