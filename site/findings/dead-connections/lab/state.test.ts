import { describe, expect, it } from 'vitest';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/dead-connections/models.js';
import { rulers } from './rulers';
import { PRESETS, concerns, durationsOf, patternsOf, schema, settingsOf, type LabState } from './state';
import { timeLine } from './tasks';
import { SCENARIOS } from './words';

const built = modelsAtBuild('dead-connections', models);
const preset = (id: string, values: Partial<LabState> = {}): LabState => {
  const found = PRESETS.find((each) => each.id === id);
  if (!found) throw new Error(`no preset ${id}`);
  return { ...found.state({ ...schema.initial, ...values }), ...values };
};
const noticed = (state: LabState) =>
  timeLine(built, {
    settings: settingsOf(state),
    durations: durationsOf(state),
    scenario: state.scenario,
    pattern: state.pattern,
  }).noticedAfterUs / 1e6;

it('a pattern that makes no sense gives way to one that does, and the address says so', () => {
  const { state, notes } = schema.read(new URLSearchParams('scenario=peer-hangs-then-vanishes&pattern=connecting'));
  expect(state.pattern).toBe('writes');
  expect(notes.map(({ parameter }) => parameter)).toEqual(['pattern']);
});

describe('the address', () => {
  const read = (query: string) => schema.read(new URLSearchParams(query)).state;

  it('without parameters stands for two connections side by side, with the same settings', () => {
    expect(read('')).toEqual({ ...schema.initial, view: 'lanes', scenario: 'drop-outbound' });
    expect(patternsOf(schema.opening)).toEqual(['idle', 'awaiting']);
  });

  it('means with any parameter what it meant while the lab opened on one idle connection', () => {
    expect(read('idle=3')).toEqual({ ...schema.initial, idle: 3 });
    expect(read('pattern=awaiting')).toMatchObject({ view: 'line', scenario: 'host-vanishes', timeout: 0 });
    // Presets that are no more.
    expect(noticed(read('pattern=awaiting&keepalive=off&grpc=on'))).toBe(320);
    expect(noticed(read('scenario=drop-outbound&pattern=awaiting&keepalive=off&timeout=3000'))).toBeCloseTo(3.4, 1);
    // Views that are no more.
    for (const view of ['even', 'fates']) expect(read(`view=${view}&idle=3`)).toEqual({ ...schema.initial, idle: 3 });
  });
});

describe('side by side', () => {
  it('stand only connections to which the scenario is of its own', () => {
    const lanes = (scenario: LabState['scenario'], pattern: LabState['pattern'] = 'idle') =>
      patternsOf({ ...schema.opening, scenario, pattern });
    expect(lanes('own-link-down-in-flight')).toEqual(['awaiting']);
    expect(lanes('peer-hangs-then-vanishes', 'writes')).toEqual(['writes']);
    for (const scenario of Object.keys(SCENARIOS) as LabState['scenario'][]) {
      for (const pattern of lanes(scenario, schema.reconcile({ ...schema.opening, scenario }).pattern)) {
        expect(concerns(scenario, pattern), `${scenario} ${pattern}`).toBe(true);
      }
    }
  });
});

describe('the presets', () => {
  it.each([
    ['nothing', {}, Infinity],
    ['linux', {}, 7875],
    ['article', {}, 90],
    ['with-timeout', {}, 90],
    ['timeout-only', {}, Infinity],
  ] as const)('%s, idle: as the formulas say', (id, values, seconds) => {
    expect(noticed(preset(id, values))).toBe(seconds);
  });

  it('leave what happens and the view alone', () => {
    const current: LabState = { ...schema.initial, scenario: 'peer-hangs', view: 'table' };
    for (const { id, state } of PRESETS)
      expect(state(current), id).toMatchObject({ view: 'table', scenario: 'peer-hangs' });
  });
});

describe('what the model is asked', () => {
  it('is never refused, at either end of any ruler', () => {
    for (const { name, stops } of rulers) {
      for (const value of [stops.values[0], stops.values.at(-1), schema.fields[name].initial]) {
        for (const grpc of ['on', 'off'] as const) {
          const state = { ...schema.initial, [name]: value, grpc, link: 'on' as const };
          expect(() => noticed(state), `${name} ${value}`).not.toThrow();
        }
      }
    }
  });

  it('is never refused for what an address may say', () => {
    for (const value of ['-1e99', '0', '1e99', 'Infinity', 'x']) {
      const asked = new URLSearchParams(rulers.map(({ name }) => [name, value]));
      for (const extra of ['grpc=on&link=on', 'grpc=off']) {
        new URLSearchParams(extra).forEach((text, name) => asked.set(name, text));
        expect(() => noticed(schema.read(asked).state), value).not.toThrow();
      }
    }
  });
});
