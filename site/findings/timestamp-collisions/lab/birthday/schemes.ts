import type { Preset } from '@/kit/lab/presets';
import type { BirthdayState } from './state';

/** How real identifiers are made: what of them is a timestamp, and what is random. */
export const SCHEMES: readonly { id: string; label: string; granularity: number; bits: number; hint: string }[] = [
  {
    id: 'ns',
    label: 'bare nanoseconds',
    granularity: 1e-9,
    bits: 0,
    hint: 'a timestamp in nanoseconds and nothing else',
  },
  { id: 'ms', label: 'bare milliseconds', granularity: 1e-3, bits: 0, hint: 'a timestamp in milliseconds and nothing else, as Date.now() gives it' }, // prettier-ignore
  { id: 'uuid-v7', label: 'UUIDv7', granularity: 1e-3, bits: 74, hint: 'milliseconds and 74 random bits (RFC 9562)' },
  { id: 'ulid', label: 'ULID', granularity: 1e-3, bits: 80, hint: 'milliseconds and 80 random bits' },
  {
    id: 'uuid-v4',
    label: 'UUIDv4',
    granularity: Infinity,
    bits: 122,
    hint: 'no timestamp, 122 random bits (RFC 9562)',
  },
];

/** The same as examples to try. */
export const PRESETS: readonly Preset<BirthdayState>[] = SCHEMES.map(({ id, label, granularity, bits, hint }) => ({
  id,
  label,
  hint,
  state: (current) => ({ ...current, granularity, bits }),
}));
