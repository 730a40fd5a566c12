/** The article's examples. Two of them stand on what the record has of servers behind nginx. */
import type { Preset } from '@/kit/lab/presets';
import { PROXY_REQUEST, type Measured } from './measured';
import { schema, type LabState } from './state';
import { SERVERS, type ServerName } from './words';

/** Bytes of a small question and of the page or rows that answer it. */
const QUESTION_BYTES = 100;
const ROWS_BYTES = 4096;
const DOWNLOAD_BYTES = 2 ** 20;

/** A preset with the values that it sets; what is compared, and how it is looked at, stays. */
function example(id: string, label: string, hint: string, values: Partial<LabState>): Preset<LabState> {
  return {
    id,
    label,
    hint,
    state: ({ transport, against, cores, share, view }) => ({
      ...schema.initial,
      ...{ transport, against, share, view },
      // Only servers under load keep all cores busy.
      cores: cores === 'busy' ? 'one' : cores,
      ...values,
    }),
  };
}

/** A server that nginx connects to anew for each request; left out where the record has none. */
function proxied({ proxies }: Measured, server: ServerName): Preset<LabState>[] {
  if (!proxies.some((proxy) => proxy.server === server && !proxy.keepalive)) return [];
  const hint = 'behind nginx, a connection each, as measured; your handler’s time comes on top';
  return [example(server, SERVERS[server], hint, { ...PROXY_REQUEST, server, cores: 'busy' })];
}

export const presetsOf = (measured: Measured): readonly Preset<LabState>[] => [
  ...proxied(measured, 'gunicorn'),
  ...proxied(measured, 'rust'),
  example('hello', 'a message per connection', 'the published test: connect, take 12 bytes, close', {}),
  example('ping-pong', 'ping-pong, 64 B', 'to and fro on a connection that is there already', {
    kept: 'on',
    sent: 64,
    received: 64,
  }),
  example('query', 'database query', '0.5 ms of work on a kept connection, and 4 KiB back', {
    kept: 'on',
    sent: QUESTION_BYTES,
    received: ROWS_BYTES,
    application: 500,
  }),
  example('download', '1 MiB download', 'one connection, one mebibyte in calls of 64 KiB', {
    sent: QUESTION_BYTES,
    received: DOWNLOAD_BYTES,
  }),
];

/** A difference that somebody would act on, in percent: published were 5 to 10% behind nginx. */
const WORTHWHILE = 10;

/** Values that the lab opens on: nginx with Flask, where it was measured. */
export function openingOf(measured: Measured): Partial<LabState> {
  const found = presetsOf(measured).find(({ id }) => id === 'gunicorn');
  return found?.state({ ...schema.initial, share: WORTHWHILE }) ?? {};
}
