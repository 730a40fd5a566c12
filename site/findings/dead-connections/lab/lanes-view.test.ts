import { describe, expect, it } from 'vitest';
import { rowsRead } from '@/kit/chart/rows-read';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import * as models from '@/wasm-pkg/dead-connections/models.js';
import { drawLanes, layoutLanes, timeoutAt, timeoutX } from './lanes-view';
import type { MeasuredOutcome } from './measured';
import { durationsOf, patternsOf, schema, settingsOf, type LabState } from './state';
import { timeLines } from './tasks';
import { SCENARIOS } from './words';

const built = modelsAtBuild('dead-connections', models);

function drawn(values: Partial<LabState>, { width = 880, known = null as MeasuredOutcome | null } = {}) {
  const state: LabState = schema.reconcile({ ...schema.opening, ...values });
  const asked = { settings: settingsOf(state), durations: durationsOf(state), scenario: state.scenario };
  const lines = timeLines(built, { ...asked, patterns: patternsOf(state) });
  const layout = layoutLanes(width, state, lines);
  const each = lines.map(({ pattern }) => (pattern === state.pattern ? known : null));
  return { state, lines, layout, svg: drawLanes(state, lines, layout, each) };
}
/** Where the bars end, from the left. */
const ends = (svg: string) =>
  [...svg.matchAll(/class="mt-dc-life" x="([\d.]+)" y="\d+" width="([\d.]+)"/g)].map(
    ([, x, width]) => Number(x) + Number(width),
  );

describe('side by side', () => {
  it('the idle connection ends early, and the one with a request under way long after it, with the same settings', () => {
    const { svg, layout } = drawn({});
    const [idle, awaiting] = ends(svg);
    expect(idle).toBeCloseTo(layout.scale.x(4e6), 0);
    expect(awaiting! - layout.scale.left).toBeGreaterThan(0.9 * (layout.scale.right - layout.scale.left));
  });

  it('a user timeout brings the second back to the first, and without keepalive the first never ends', () => {
    const near = ends(drawn({ timeout: 4000 }).svg);
    expect(Math.abs(near[0]! - near[1]!)).toBeLessThan(1);
    const { svg, layout } = drawn({ keepalive: 'off' });
    expect(ends(svg)[0]).toBe(layout.scale.right);
    expect(svg).toContain('never ends');
  });

  it('says of each mark what happens when, and how each connection ends', () => {
    const { cells } = rowsRead(drawn({}).svg);
    expect(cells).toHaveLength(2);
    expect(cells[0]!.at(0)).toEqual(['Idle', '1\u00a0s', 'keepalive probe']);
    expect(cells[0]!.at(-1)).toEqual(['Idle', '4\u00a0s', 'read(): ETIMEDOUT']);
    expect(cells[1]!.at(-1)!.slice(1)).toEqual(['15\u00a0min 29\u00a0s', 'read(): ETIMEDOUT']);
    const [alone] = rowsRead(drawn({ keepalive: 'off' }).svg).cells;
    expect(alone).toEqual([['Idle', '', 'never ends']]);
  });

  it('leads with what was measured, at its place', () => {
    const [us, lowUs, highUs] = [939e6, 938e6, 940e6] as const;
    const row = { key: '', n: 7, noticed: 7, call: 'read', errno: 'ETIMEDOUT' } as const;
    const { svg, layout } = drawn({}, { known: { machine: 'm', row, noticed: { us, lowUs, highUs } } });
    expect(svg).toMatch(/mt-dc-verdict--measured"[^>]*><tspan class="mt-dc-time">15\smin 39\ss</);
    expect(svg).not.toMatch(/class="mt-dc-time">15\smin 29\ss/);
    expect(svg).toContain(`cx="${Number(layout.scale.x(us).toFixed(1))}"`);
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
        const { svg } = drawn({ scenario, ...values }, { width });
        expect(svg).not.toMatch(/NaN|Infinity|undefined/);
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
      expect(timeoutAt(layout, timeoutX(layout, { ...schema.opening, timeout }))).toBe(timeout);
    expect(timeoutAt(layout, 0)).toBe(5000);
  });

  it('is off at the end of the scale', () => {
    expect(timeoutX(layout, schema.opening)).toBe(layout.scale.right);
    for (const x of [layout.scale.right, layout.width]) expect(timeoutAt(layout, x)).toBe(0);
  });
});
