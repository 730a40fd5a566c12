/** The article's examples. Two of them take the application's time from the record. */
import type { Preset } from '@/kit/lab/controls';
import { PROXY_REQUEST, type Measured } from './measured';
import { schema, type LabState } from './state';

type Example = Preset<LabState> & { hint: string };

/** Bytes of a small question and of the page or rows that answer it. */
const QUESTION_BYTES = 100;
const ROWS_BYTES = 4096;
const DOWNLOAD_BYTES = 2 ** 20;

/** What a preset sets; what is compared, and how it is looked at, stays. */
function example(id: string, label: string, hint: string, values: Partial<LabState>): Example {
  return {
    id,
    label,
    hint,
    state: ({ transport, against, cores, share, view }) => ({
      ...schema.initial,
      ...{ transport, against, cores, share, view },
      ...values,
    }),
  };
}

/** A server that nginx connects to anew for each request; left out where the record has none. */
function proxied(measured: Measured, server: string, label: string, hint: string): Example[] {
  const found = measured.proxies.find((proxy) => proxy.server === server && !proxy.keepalive);
  if (!found) return [];
  const application = Number((found.applicationS * 1e6).toPrecision(3));
  // Its time is that of cores that are never idle, so the parts are those of one such core.
  return [example(server, label, hint, { ...PROXY_REQUEST, application, cores: 'one' })];
}

export const presetsOf = (measured: Measured): readonly Example[] => [
  example('hello', 'hello per connection', 'the published test: connect, take 12 bytes, close', {}),
  example('ping-pong', 'ping-pong, 64 B', 'to and fro on a connection that is there already', {
    kept: 'on',
    sent: 64,
    received: 64,
  }),
  ...proxied(
    measured,
    'rust',
    'nginx, fast server',
    'behind nginx, a connection each; its own time as measured, nginx’s included',
  ),
  ...proxied(
    measured,
    'gunicorn',
    'nginx, Flask',
    'behind nginx, a connection each; its own time as measured, nginx’s included',
  ),
  example('download', '1 MiB download', 'one connection, one mebibyte in calls of 64 KiB', {
    sent: QUESTION_BYTES,
    received: DOWNLOAD_BYTES,
  }),
  example('query', 'database query', '0.5 ms of work on a kept connection, and 4 KiB back', {
    kept: 'on',
    sent: QUESTION_BYTES,
    received: ROWS_BYTES,
    application: 500,
  }),
];
