import { describe, expect, it } from 'vitest';
import { rowsRead } from '@/kit/chart/rows-read';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/dead-connections/models.js';
import { figuresOf, lanesSentence, remarksOf, sentenceOf } from './figures';
import { drawLanes, layoutLanes, timeoutAt, timeoutX } from './lanes-view';
import { durationsOf, patternsOf, schema, settingsOf, type LabState } from './state';
import { timeLines } from './tasks';
import { SCENARIOS } from './words';

const built = modelsAtBuild('dead-connections', models);
const stateWith = (values: Partial<LabState>): LabState => schema.reconcile({ ...schema.opening, ...values });
const linesOf = (state: LabState) =>
  timeLines(built, {
    settings: settingsOf(state),
    durations: durationsOf(state),
    scenario: state.scenario,
    patterns: patternsOf(state),
  });
function drawn(values: Partial<LabState>, width = 880) {
  const state = stateWith(values);
  const lines = linesOf(state);
  const layout = layoutLanes(width, state, lines);
  return {
    state,
    lines,
    layout,
    svg: drawLanes(
      state,
      lines,
      layout,
      lines.map(() => null),
    ),
  };
}
/** Where the bars end, from the top. */
const ends = (svg: string) =>
  [...svg.matchAll(/class="mt-dc-life" x="([\d.]+)" y="\d+" width="([\d.]+)"/g)].map(
    ([, x, width]) => Number(x) + Number(width),
  );

describe('side by side', () => {
  it('the idle connection ends early, and the one with a request under way long after it, with the same settings', () => {
    const { svg, layout } = drawn({});
    const [idle, awaiting] = ends(svg);
    expect(idle).toBeCloseTo(layout.scale.x(90e6), 0);
    expect(awaiting! - layout.scale.left).toBeGreaterThan(0.7 * (layout.scale.right - layout.scale.left));
  });

  it('a user timeout brings the second back to the first, and keepalive alone the first', () => {
    const near = ends(drawn({ timeout: 90_000 }).svg);
    expect(Math.abs(near[0]! - near[1]!)).toBeLessThan(1);
    const { svg, layout } = drawn({ keepalive: 'off' });
    expect(ends(svg)[0]).toBe(layout.scale.right);
    expect(svg).toContain('never ends');
  });

  it('says of each mark what happens when, and how each connection ends', () => {
    const { cells } = rowsRead(drawn({}).svg);
    expect(cells).toHaveLength(2);
    expect(cells[0]!.at(0)).toEqual(['Idle', '15\u00a0s', 'keepalive probe']);
    expect(cells[0]!.at(-1)).toEqual(['Idle', '90\u00a0s', 'read(): ETIMEDOUT']);
    expect(cells[1]!.at(-1)!.slice(1)).toEqual(['15\u00a0min 29\u00a0s', 'read(): ETIMEDOUT']);
    const [alone] = rowsRead(drawn({ keepalive: 'off' }).svg).cells;
    expect(alone).toEqual([['Idle', '', 'never ends']]);
  });

  it('says the same in words and figures', () => {
    const { state, lines, svg } = drawn({});
    const sentence =
      'An idle connection ends after 90\u00a0s; with a request under way, after 15\u00a0min 29\u00a0s to 15\u00a0min 48\u00a0s.';
    expect(sentenceOf(state, lines)).toBe(sentence);
    expect(svg).toContain(sentence);
    expect(remarksOf(state, lines)).toMatch(/asleep/);
    const figures = Object.fromEntries(figuresOf(state, lines).map(({ name, value }) => [name, value]));
    expect(figures['idle-after']).toBe(90);
    expect(figures['awaiting-after']! / 60).toBeCloseTo(15.5, 1);
    expect(figures['awaiting-latest']).toBeGreaterThan(figures['awaiting-after']!);
    expect(remarksOf(state, linesOf(stateWith({ keepalive: 'off' })))).not.toMatch(/asleep/);
  });

  it.each([328, 880])('keeps its marks within %d pixels, whatever happens and whatever is set', (width) => {
    for (const scenario of Object.keys(SCENARIOS) as LabState['scenario'][]) {
      for (const values of [
        {},
        { timeout: 7_200_000 },
        { idle: 7200 },
        { keepalive: 'off' },
        { timeout: 1, grpc: 'on', ping: 1 },
      ] as const) {
        const { svg, lines } = drawn({ scenario, ...values }, width);
        expect(svg).not.toMatch(/NaN|Infinity|undefined/);
        expect(lanesSentence(lines)).toMatch(/^[A-Z].*\.$/);
        const xs = [...svg.matchAll(/ (?:d="M|x="|cx=")([\d.-]+)/g)].map(([, x]) => Number(x));
        expect(Math.min(...xs)).toBeGreaterThanOrEqual(0);
        expect(Math.max(...xs)).toBeLessThanOrEqual(width);
      }
    }
  });
});

describe('the user timeout in hand', () => {
  const { layout } = drawn({});

  it('is where it is put, in steps of five seconds', () => {
    for (const timeout of [5000, 60_000, 90_000, 605_000])
      expect(timeoutAt(layout, timeoutX(layout, stateWith({ timeout })))).toBe(timeout);
    expect(timeoutAt(layout, 0)).toBe(5000);
  });

  it('is off at the end of the scale', () => {
    expect(timeoutX(layout, stateWith({ timeout: 0 }))).toBe(layout.scale.right);
    expect(timeoutAt(layout, layout.scale.right)).toBe(0);
    expect(timeoutAt(layout, layout.width)).toBe(0);
  });
});

it('says of a peer that hangs, and of no other, that its kernel goes on answering where nobody ever learns of it', () => {
  const scenarios = Object.keys(SCENARIOS) as (keyof typeof SCENARIOS)[];
  const says = scenarios.filter((scenario) => {
    const state = { ...schema.initial, scenario };
    const [line] = linesOf(stateWith({ view: 'line', scenario }));
    return remarksOf(state, [{ ...line!, ending: 'never' }]).includes('The peer’s kernel goes on answering');
  });
  expect(says).toEqual(['peer-hangs', 'peer-hangs-then-vanishes']);
});
