import { describe, expect, it } from 'vitest';
import { CUTS, concerns, cutAt, patternsOf, schema, type LabState } from './state';
import { SCENARIOS } from './words';

const read = (query: string) => schema.read(new URLSearchParams(query)).state;
const scenarios = Object.keys(SCENARIOS) as LabState['scenario'][];

it('a pattern that makes no sense gives way to one that does, and the address says so', () => {
  const { state, notes } = schema.read(new URLSearchParams('scenario=peer-hangs-then-vanishes&pattern=connecting'));
  expect(state.pattern).toBe('writes');
  expect(notes.map(({ parameter }) => parameter)).toEqual(['pattern']);
});

describe('the address', () => {
  it('without parameters stands for keepalive 1/1/3 and a request that is not acknowledged', () => {
    expect(read('')).toEqual({
      ...schema.initial,
      ...{ scenario: 'drop-outbound', pattern: 'awaiting', idle: 1, interval: 1, probes: 3 },
    });
    expect(patternsOf(schema.opening)).toEqual(['idle', 'awaiting']);
  });

  it('means with any parameter what it meant while the lab opened on one idle connection', () => {
    expect(read('idle=3')).toEqual({ ...schema.initial, idle: 3 });
    expect(read('pattern=awaiting')).toMatchObject({ scenario: 'host-vanishes', idle: 15, timeout: 0 });
    // Views, and another lab's parameters, that are no more.
    for (const old of ['view=line', 'view=lanes', 'view=fates', 'r-within=90&r-probes=240'])
      expect(read(`${old}&idle=3`)).toEqual({ ...schema.initial, idle: 3 });
  });
});

it('takes “off” for no user timeout, as its ruler writes it', () => {
  expect(schema.fields.timeout.read('off')).toEqual({ value: 0 });
});

it('side by side stand only connections to which the scenario is of its own', () => {
  const lanes = (scenario: LabState['scenario'], pattern: LabState['pattern'] = 'idle') =>
    patternsOf({ ...schema.opening, scenario, pattern });
  expect(lanes('own-link-down-in-flight')).toEqual(['awaiting']);
  expect(lanes('peer-hangs-then-vanishes', 'writes')).toEqual(['writes']);
  for (const scenario of scenarios)
    for (const pattern of lanes(scenario, schema.reconcile({ ...schema.opening, scenario }).pattern))
      expect(concerns(scenario, pattern), `${scenario} ${pattern}`).toBe(true);
});

describe('the moment at which the cable is cut', () => {
  const cut = (state: LabState, pattern: LabState['pattern']) =>
    schema.reconcile({ ...state, ...cutAt(state, pattern) });

  it('loses the request or, once that has been acknowledged, the reply, and goes back to where it was', () => {
    const acknowledged = cut(schema.opening, 'acknowledged');
    expect(acknowledged).toMatchObject({ scenario: 'drop-inbound', pattern: 'acknowledged' });
    expect(cut(acknowledged, 'awaiting')).toEqual(schema.opening);
  });

  it('can be chosen wherever one of the three is', () => {
    for (const scenario of scenarios)
      for (const from of CUTS.filter((pattern) => concerns(scenario, pattern)))
        for (const to of CUTS) {
          const state = cut({ ...schema.opening, scenario, pattern: from }, to);
          const isPossible = to === 'acknowledged' || concerns(scenario, to);
          expect(state.pattern, `${scenario} ${from} ${to}`).toBe(isPossible ? to : from);
        }
  });
});
