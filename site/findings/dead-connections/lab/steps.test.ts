/**
 * Every step of the article, and every scenario with every pattern and what is mostly set: answer, sentence, remarks, file, picture and
 * records say the same.
 */
import { describe, expect, it } from 'vitest';
import { formatSeconds } from '@/kit/chart/format.ts';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import { stepsOnDisk } from '@/kit/lab/steps-on-disk';
import { inlineFigure } from '@/kit/prose/inline-figure.ts';
import { publishedOnDisk } from '@/kit/record/on-disk.ts';
import * as models from '@/wasm-pkg/dead-connections/models.js';
import { values } from '../figures.ts';
import { csvRows } from './csv';
import { answerOf, remarksOf, resultSentence } from './figures';
import { drawLanes, layoutLanes } from './lanes-view';
import { knownLines, measuredFrom, type Measured } from './measured';
import { rulers } from './rulers';
import { chosenOf, concerns, durationsOf, patternsOf, schema, settingsOf, type LabState } from './state';
import { timeLines } from './tasks';
import { PATTERNS, SCENARIOS, formatUs, outcomeTime } from './words';

const built = modelsAtBuild('dead-connections', models);
const published = publishedOnDisk('dead-connections');
const records = published.map((record) => measuredFrom(record));

const linesOf = (state: LabState) => {
  const { scenario } = state;
  const asked = { settings: settingsOf(state), durations: durationsOf(state), scenario };
  return timeLines(built, { ...asked, patterns: patternsOf(state) });
};

/** All that the lab shows of a state. */
function shown(state: LabState, measured: Measured | null) {
  const lines = linesOf(state);
  const known = knownLines(state, measured, lines);
  const chosen = chosenOf(state, lines)!;
  const answer = answerOf(chosen, known[lines.indexOf(chosen)] ?? null);
  const svg = drawLanes(state, lines, layoutLanes(608, state, lines), known);
  const words = { sentence: resultSentence(state, lines), remarks: remarksOf(state, lines) };
  return { lines, known, chosen, answer, svg, ...words, file: csvRows(state, lines) };
}

/** Checks that all of it agrees, and counts what was measured of it. */
function expectAgreement(state: LabState, measured: Measured | null): number {
  const { lines, known, chosen, answer, svg, sentence, remarks, file } = shown(state, measured);
  const at = `${JSON.stringify(state)}: ${sentence}`;
  const figure = (name: string) => file.find((row) => row[0] === 'figure' && row[1] === name);
  for (const [index, line] of lines.entries()) {
    const isTimed = line.ending === 'learned';
    expect(figure(`${line.pattern}-after`)?.[4], at).toBe(isTimed ? line.noticedAfterUs / 1e6 : null);
    expect(figure(`${line.pattern}-latest`)?.[4], at).toBe(isTimed ? line.latestAfterUs / 1e6 : null);
    expect(
      file.filter((row) => row[0] === 'event' && row[2] === line.pattern),
      at,
    ).toHaveLength(line.events.length);
    if (isTimed) {
      const isLate = line.latestAfterUs > 1.02 * line.earliestAfterUs && outcomeTime(line) !== 'at once';
      expect(sentence, at).toContain(isLate ? formatUs(line.earliestAfterUs) : outcomeTime(line));
      expect(line.latestAfterUs, at).toBeGreaterThanOrEqual(line.earliestAfterUs);
    } else expect(sentence, at).toContain(line.ending === 'never' ? 'never ends' : 'lives on');
    const drawn = known[index]?.noticed ? formatSeconds(known[index].row.after![0]) : isTimed ? outcomeTime(line) : '';
    expect(svg, at).toContain(drawn === '' ? (line.ending === 'never' ? 'never ends' : 'lives on, rightly') : drawn);
  }
  const asleep = lines.some(({ inert }) => inert.some(({ reason }) => reason === 'keepalive-asleep'));
  expect(remarks.includes('asleep'), at).toBe(asleep);
  expect(sentence.endsWith(remarks), at).toBe(true);
  expect(answer.alarming === true, at).toBe(answer.kind === 'predicted' && chosen.ending === 'never');
  if (answer.kind === 'predicted' && chosen.ending === 'learned')
    expect(answer.value, at).toBe(chosen.noticedAfterUs / 1e6);
  const parameters = file.filter(([kind]) => kind === 'parameter').map(([, name]) => name);
  expect(parameters, at).toEqual([...schema.write(state, new URLSearchParams(), 'all').keys()]);
  return known.filter((one, index) => {
    if (!one) return false;
    const { earliestAfterUs, latestAfterUs, ending, faultUs } = lines[index]!;
    const { n, noticed, watched } = one.row;
    // Nobody notices what is said never to end; what ends does so by the model's bounds, or was not watched for as long.
    if (ending !== 'learned') expect(noticed, at).toBe(0);
    else if (noticed === n && one.noticed && state.link === 'off') {
      expect(one.noticed.us - faultUs, at).toBeGreaterThan(0.98 * earliestAfterUs - 1e5);
      expect(one.noticed.us - faultUs, at).toBeLessThan(1.02 * latestAfterUs + 2e5);
    } else if (noticed === 0) expect(watched, at).toBeLessThan(latestAfterUs / 1e6);
    return true;
  }).length;
}

describe('a step of the article', () => {
  const steps = stepsOnDisk('dead-connections');
  /** What each leads to: the answer, and what of the words. */
  const LEADS_TO: Readonly<Record<string, { kind: string; answer: RegExp; remark: RegExp }>> = {
    'why-idle': { kind: 'measured', answer: /^4\.\d+ s$/, remark: /asleep/ },
    'why-under-way': { kind: 'measured', answer: /^15 min \d+ s$/, remark: /asleep/ },
    'why-user-timeout': { kind: 'measured', answer: /^3\.\d+ s$/, remark: /asleep/ },
    'why-acknowledged': { kind: 'predicted', answer: /^never$/, remark: /user timeout alone does nothing/ },
  };

  it('is in the table of what it leads to', () => expect(steps.map(({ id }) => id)).toEqual(Object.keys(LEADS_TO)));

  it.each(steps)('$id: says what the lab shows', ({ id, state: query, words }) => {
    const { state, notes } = schema.read(new URLSearchParams(query));
    expect(notes).toEqual([]);
    for (const [name, value] of new URLSearchParams(query)) expect(String(state[name as keyof LabState])).toBe(value);
    for (const record of records) expectAgreement(state, record);
    const [reference] = records;
    const { answer, remarks } = shown(state, reference!);
    const plain = answer.text.replaceAll(/\s/g, ' ');
    expect({ kind: answer.kind, answer: plain, remarks }).toEqual({
      kind: LEADS_TO[id]!.kind,
      answer: expect.stringMatching(LEADS_TO[id]!.answer),
      remarks: expect.stringMatching(LEADS_TO[id]!.remark),
    });
    // A figure that a step names is the lab's answer.
    for (const [, name] of words.matchAll(/<Measured of="(\w+)"/g))
      expect(String(inlineFigure({ value: values[name!]!, record: published[0]! }))).toContain(`>${answer.text}<`);
  });

  it('is where the lab opens, too', () => {
    expect(steps.map(({ state }) => schema.read(new URLSearchParams(state)).state)).toContainEqual(schema.opening);
  });
});

describe('whatever happens, and whatever the program does', () => {
  const off = { keepalive: 'off' } as const;
  const SETTINGS = [
    ['nothing', off],
    ['Linux’s keepalive', { idle: 7200, interval: 75, probes: 9 }],
    ['keepalive 15/15/5', {}],
    ['keepalive 15/15/5 and a user timeout', { timeout: 90_000 }],
    ['a user timeout', { ...off, timeout: 90_000 }],
    ['keepalive 1/1/3', { idle: 1, interval: 1, probes: 3 }],
    ['keepalive 1/1/3 and a user timeout of 3 s', { idle: 1, interval: 1, probes: 3, timeout: 3000 }],
    ['a user timeout of 3 s', { ...off, timeout: 3000 }],
    ['gRPC 1/2', { ...off, grpc: 'on', ping: 1, pong: 2 }],
    ['gRPC 1/2 without calls', { ...off, grpc: 'on', ping: 1, pong: 2, calls: 'on' }],
    ['gRPC 1/2 without calls, permitted', { ...off, grpc: 'on', ping: 1, pong: 2, calls: 'on', allowed: 0 }],
    ['four retries', { ...off, retries: 4 }],
    ['a write every 100 ms', { ...off, timeout: 3000, every: 100 }],
  ] as const satisfies [string, Partial<LabState>][];

  it.each(SETTINGS)('with %s all agrees, and some of it was measured', (_, values) => {
    let measured = 0;
    for (const scenario of Object.keys(SCENARIOS) as LabState['scenario'][])
      for (const pattern of Object.keys(PATTERNS) as LabState['pattern'][])
        for (const link of ['off', 'on'] as const) {
          if (!concerns(scenario, pattern)) continue;
          for (const record of records)
            measured += expectAgreement({ ...schema.initial, scenario, pattern, link, ...values }, record);
        }
    expect(measured).toBeGreaterThan(0);
  });
});

describe('every ruler', () => {
  const CONTEXTS = [{}, { grpc: 'on', link: 'on' }, { scenario: 'firewall-forgets', pattern: 'writes' }] as const;

  it.each(rulers)('$name: at both ends all agrees', ({ name, stops }) => {
    for (const context of CONTEXTS)
      for (const value of [stops.values[0], stops.values.at(-1), schema.fields[name].initial]) {
        const state = schema.reconcile({ ...schema.opening, ...context, [name]: value });
        expectAgreement(state, null);
        expect(shown(state, null).svg).not.toMatch(/NaN|Infinity|undefined/);
      }
  });

  it('is asked of the model, whatever an address says of it', () => {
    for (const value of ['-1e99', '0', '1e99', 'Infinity', 'x']) {
      const asked = new URLSearchParams(rulers.map(({ name }) => [name, value]));
      for (const extra of ['grpc=on&link=on', 'grpc=off']) {
        new URLSearchParams(extra).forEach((text, name) => asked.set(name, text));
        expect(() => linesOf(schema.read(asked).state), value).not.toThrow();
      }
    }
  });
});
