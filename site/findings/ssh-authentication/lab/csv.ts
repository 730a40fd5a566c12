/** The lab's file: its state, the verdict, and every field of every message. No private key. */
import type { Cell } from '@/kit/record/csv';
import { LIMITS } from '@/wasm-pkg/ssh-authentication/limits';
import { figures } from './figures';
import { hexOf } from './html';
import type { LabState } from './state';
import type { Encoded, Played } from './tasks';

export const CSV_HEADER = ['kind', 'step', 'message', 'name', 'first_byte', 'bytes', 'value'] as const;

/** Rows in the order of {@link CSV_HEADER}; a field's value in hexadecimal, a string's length included. */
export function csvRows(state: Readonly<LabState>, played: Played | null): Cell[][] {
  const parameters = Object.entries(state).map(([name, value]): Cell[] => parameter('parameter', name, value as Cell));
  if (!played) return parameters;
  const { steps, signed, keys } = played;
  return [
    ...parameters,
    ...figures(played).map(({ name, value }) => parameter('figure', name, value)),
    parameter('verdict', 'accepted', String(played.accepted)),
    parameter('verdict', 'failed check', played.failed ?? ''),
    ...LIMITS.connections.map((name) => parameter('session identifier', name, hexWord(played[name]))),
    parameter('key', 'public key', keys.mine),
    parameter('key', 'fingerprint', keys.fingerprint),
    ...steps.flatMap((step, index) => fieldRows(index + 1, step.message || step.name, step)),
    ...fieldRows(null, 'signed data', signed),
  ];
}

const hexWord = (bytes: Uint8Array): string => Array.from(bytes, hexOf).join('');

const parameter = (kind: string, name: string, value: Cell): Cell[] => [kind, null, null, name, null, null, value];

function fieldRows(step: number | null, message: string, { bytes, fields }: Encoded): Cell[][] {
  return fields.map(({ name, start, end }) => {
    return ['field', step, message, name, start, end - start, hexWord(bytes.subarray(start, end))];
  });
}
