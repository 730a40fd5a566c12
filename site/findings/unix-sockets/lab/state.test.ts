import { describe, expect, it } from 'vitest';
import { knownOf } from './known';
import { madeUpRecord } from './made-up-record';
import { measuredFrom, restOf } from './measured';
import { openingOf, presetsOf } from './presets';
import { KEYS, compareRequest, curveOf, sweepRequest } from './questions';
import { rulers } from './rulers';
import { requestOf, schema, schemaOpeningOn, whyNot, type LabState } from './state';

const measured = measuredFrom(madeUpRecord, () => 20e-6);
const read = (query: string) => schema.read(new URLSearchParams(query));
const stateWith = (values: Partial<LabState>): LabState => ({ ...schema.initial, ...values });
const preset = (id: string, current: LabState = schema.initial) => {
  const found = presetsOf(measured).find((each) => each.id === id);
  if (!found) throw new Error(`no preset ${id}`);
  return found.state(current);
};

describe('a state', () => {
  it('compares two different kinds: the second gives way', () => {
    expect(read('transport=unix&against=unix').state.against).toBe('tcp');
    expect(read('transport=tcp&against=tcp').notes.map(({ parameter }) => parameter)).toEqual(['against']);
  });

  it('has a core for each end only of the two kinds that were measured so, and says so', () => {
    expect(read('cores=apart').notes).toEqual([]);
    expect(read('cores=apart&transport=unix&against=tcp').state.cores).toBe('apart');
    const { state, notes } = read('cores=apart&against=seqpacket');
    expect(state.cores).toBe('all');
    expect(notes.map(({ parameter }) => parameter)).toEqual(['cores']);
    expect(measured.parts.apart.seqpacket).toBeUndefined();
  });

  it('behind nginx has busy cores, and says so', () => {
    const { state, notes } = read('server=rust&cores=apart');
    expect([state.cores, notes.map(({ parameter }) => parameter)]).toEqual(['busy', ['cores']]);
  });

  it('with pipes has a kept connection, and says so', () => {
    const { state, notes } = read('against=pipe&kept=off');
    expect(state.kept).toBe('on');
    expect(notes.map(({ parameter }) => parameter)).toEqual(['kept']);
    expect(whyNot(state)).toContain('nobody connects');
    expect(whyNot(schema.initial)).toBe('');
  });

  it('on a kept connection has a message', () => {
    const { state, notes } = read('kept=on&sent=0&received=0');
    expect(state.received).toBe(1);
    expect(notes.map(({ parameter }) => parameter)).toEqual(['received']);
  });
});

describe('the request that a state describes', () => {
  it('opens a connection for every so many requests, or none', () => {
    expect(requestOf(stateWith({ requests: 4 })).connectionsPerRequest).toBe(0.25);
    expect(requestOf(stateWith({ requests: 4, kept: 'on' })).connectionsPerRequest).toBe(0);
  });

  it('is in seconds and bytes', () => {
    const state = stateWith({ application: 250, sent: 3, received: 5, chunk: 7, trips: 2 });
    expect(requestOf(state)).toEqual({
      connectionsPerRequest: 1,
      roundTrips: 2,
      requestBytes: 3,
      responseBytes: 5,
      chunkBytes: 7,
      applicationS: 250e-6,
    });
  });

  it('is asked with the parts of the kinds that are compared, on these cores', () => {
    const { tcp, unix, share } = compareRequest(stateWith({ transport: 'pipe', cores: 'all', share: 10 }), measured);
    expect(tcp).toBe(measured.parts.all.pipe);
    expect(unix).toBe(measured.parts.all.unix);
    expect(share).toBe(0.1);
  });

  it('on busy cores is asked with the parts of one core, which nobody has to wake', () => {
    expect(compareRequest(stateWith({ cores: 'busy' }), measured).tcp).toBe(measured.parts.one.tcp);
  });

  it('is varied both ways only where both ways are alike', () => {
    const over = (values: Partial<LabState>) => sweepRequest(stateWith({ view: 'size', ...values }), measured).over;
    expect(over({ sent: 64, received: 64 })).toBe('both');
    expect(over({ sent: 64, received: 65 })).toBe('response');
    expect(over({ sent: 64, received: 64, view: 'time' })).toBe('application');
  });
});

describe('a curve', () => {
  const same = (one: Partial<LabState>, other: Partial<LabState>) =>
    KEYS.sweep(stateWith(one)) === KEYS.sweep(stateWith(other));

  it('is not asked for again when only the place on it or the threshold changes', () => {
    expect(same({}, { application: 7, share: 9 })).toBe(true);
    expect(same({ view: 'size' }, { view: 'size', received: 99, share: 9 })).toBe(true);
    const echo = { view: 'size', kept: 'on' } as const;
    expect(same({ ...echo, sent: 64, received: 64 }, { ...echo, sent: 65, received: 65 })).toBe(true);
  });

  it('is asked for again when anything else does', () => {
    expect(same({}, { cores: 'all' })).toBe(false);
    expect(same({}, { received: 13 })).toBe(false);
    expect(same({ view: 'size' }, { view: 'size', sent: 1 })).toBe(false);
    expect(same({ view: 'size' }, { view: 'size', application: 1 })).toBe(false);
    expect(same({ view: 'size', sent: 8, received: 8 }, { view: 'size', sent: 8, received: 9 })).toBe(false);
  });

  it('of the table is the one over time', () => {
    expect(curveOf(stateWith({ view: 'parts' }))).toBe('time');
  });
});

describe('the presets', () => {
  it('have the published test among them, which is what old links mean', () => {
    expect(preset('hello')).toEqual(schema.initial);
  });

  it('leave alone what is compared, and how it is looked at', () => {
    const current = stateWith({ transport: 'seqpacket', against: 'tcp', share: 2, view: 'size' });
    for (const { id, state } of presetsOf(measured)) {
      expect(state(current), id).toMatchObject({ transport: 'seqpacket', against: 'tcp', share: 2, view: 'size' });
    }
  });

  it('have everything else of servers behind nginx from the record, what is left of its rate, and no handler’s time', () => {
    // 1 / 4000 per second = 250 µs on each of 2 cores, less 20 µs.
    expect(restOf(preset('gunicorn'), measured)).toBe(480);
    expect(restOf(preset('rust'), measured)).toBe(80);
    expect(restOf(preset('hello'), measured)).toBe(0);
    expect(preset('gunicorn').application).toBe(0);
    expect(preset('gunicorn', stateWith({ cores: 'all' })).cores).toBe('busy');
  });

  it('go back to one core from cores that a server kept busy, and keep others', () => {
    expect(preset('hello', preset('rust')).cores).toBe('one');
    expect(preset('hello', stateWith({ cores: 'all' })).cores).toBe('all');
  });

  it('leave out a server that the record has not', () => {
    const ids = presetsOf({ ...measured, proxies: [] }).map(({ id }) => id);
    expect(ids).toEqual(['hello', 'ping-pong', 'query', 'download']);
    expect(presetsOf(measured).length).toBeLessThanOrEqual(6);
  });
});

describe('what the lab opens on', () => {
  const { opening, read: readFrom } = schemaOpeningOn(openingOf(measured));

  it('is nginx with Flask, as measured', () => {
    expect(opening).toEqual(preset('gunicorn', opening));
    expect(knownOf(opening, measured)?.ratio?.[0]).toBe(1.11);
  });

  it('is the published test where nobody measured that', () => {
    expect(openingOf({ ...measured, proxies: [] })).toEqual({});
  });

  it('is what a plain address shows; any other address means what it always meant', () => {
    expect(readFrom(new URLSearchParams()).state).toEqual(opening);
    for (const old of ['view=size', 'kept=on', 'application=100', 'sent=128&received=256&application=230']) {
      const parameters = new URLSearchParams(old);
      expect(readFrom(parameters).state, old).toEqual(schema.read(parameters).state);
      expect(readFrom(parameters).state, old).toMatchObject({ cores: 'one', share: 5 });
    }
  });
});

describe('the rulers', () => {
  it('can be set to every value of theirs, and have ticks on them', () => {
    for (const { name, stops, ticks } of rulers) {
      for (const stop of stops.values) expect(schema.fields[name].read(String(stop)), name).toEqual({ value: stop });
      for (const tick of ticks) expect(stops.values, name).toContain(tick);
      expect(stops.values, name).toContain(schema.initial[name]);
    }
  });
});
