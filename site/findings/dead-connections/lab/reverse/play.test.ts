import { expect, it } from 'vitest';
import { schema } from '../state';
import { playAddress } from './play';

it('the lab reads from the address what is advised, and keeps what else it says', () => {
  const found = {
    kind: 'found',
    idleS: 20,
    intervalS: 21,
    probes: 3,
    userTimeoutMs: 83_000,
    idleLatestUs: 0,
    inFlightLatestUs: 0,
    probesPerHour: 180,
    packetsPerHour: 360,
  } as const;
  const address = playAddress('https://a.example/b/?r-within=90&scenario=drop-inbound&grpc=on', { rtt: 2.5 }, found);
  const { searchParams } = new URL(address);
  expect(searchParams.get('r-within')).toBe('90');
  const { state, notes } = schema.read(searchParams);
  expect(notes).toEqual([]);
  expect(state).toEqual({
    ...schema.initial,
    ...{
      view: 'lanes',
      scenario: 'drop-inbound',
      keepalive: 'on',
      idle: 20,
      interval: 21,
      probes: 3,
      timeout: 83_000,
      rtt: 2.5,
    },
  });
});
