/**
 * Every step of the article, and every scenario with every pattern and what is mostly set: answer, sentence, remarks, file, picture and
 * records say the same.
 */
import { describe, expect, it } from 'vitest';
import { stepsOnDisk } from '@/kit/lab/steps-on-disk';
import { inlineFigure } from '@/kit/prose/inline-figure.ts';
import { publishedOnDisk } from '@/kit/record/on-disk.ts';
import { values } from '../figures.ts';
import { shown } from './at-build';
import { csvRows } from './csv';
import { lanesSentence, remarksOf, resultSentence } from './figures';
import { measuredFrom, timeOf, type Measured } from './measured';
import { rulers } from './rulers';
import { concerns, schema, type LabState } from './state';
import { PATTERNS, SCENARIOS, formatUs, outcomeTime } from './words';

const published = publishedOnDisk('dead-connections');
const records = published.map((record) => measuredFrom(record));
const read = (query: string) => schema.read(new URLSearchParams(query));

/** Checks that all that the lab shows of a state agrees, and counts what was measured of it. */
function expectAgreement(state: LabState, measured: Measured | null): number {
  const { lines, known, answer, draw } = shown(state, measured);
  const [svg, file] = [draw(608), csvRows(state, lines)];
  const sentence = resultSentence(state, lines);
  const at = `${JSON.stringify(state)}: ${sentence}`;
  expect(svg, at).not.toMatch(/NaN|Infinity|undefined/);
  expect(sentence, at).toContain(lanesSentence(lines));
  expect(answer.alarming === true, at).toBe(answer.kind === 'predicted' && answer.text === 'never');
  for (const [index, line] of lines.entries()) {
    const { pattern, ending, earliestAfterUs: earliest, noticedAfterUs: noticed, latestAfterUs: latest } = line;
    const isTimed = ending === 'learned';
    const ends = { never: 'never ends', survives: 'lives on', learned: outcomeTime(line) }[ending];
    const isSaid = [ends, ...(isTimed ? [formatUs(earliest)] : [])].some((words) => sentence.includes(words));
    expect(isSaid, at).toBe(true);
    const after = known[index]?.after;
    expect(svg, at).toContain(after ? timeOf(after) : ends);
    expect(file.find(([, name]) => name === `${pattern}-after`)?.[4], at).toBe(isTimed ? noticed / 1e6 : null);
    expect(file.filter(([kind, , of]) => kind === 'event' && of === pattern).length, at).toBe(line.events.length);
    const row = known[index];
    if (!row) continue;
    // Nobody notices what is said never to end; what ends does so by the model's bounds, or was not watched for as long.
    if (!isTimed) expect(row.noticed, at).toBe(0);
    else if (!after) expect(row.watched, at).toBeLessThan(latest / 1e6);
    else if (state.link === 'off') {
      expect(1e6 * after.value, at).toBeGreaterThan(0.98 * earliest - 1e5);
      expect(1e6 * after.value, at).toBeLessThan(1.02 * latest + 2e5);
    }
  }
  return known.filter((one) => one !== null).length;
}

describe('a step of the article', () => {
  const steps = stepsOnDisk('dead-connections');
  /** The answer of each, and a piece of its remarks. */
  const LEADS_TO: Readonly<Record<string, { kind: string; answer: RegExp; remark: RegExp }>> = {
    'why-idle': { kind: 'measured', answer: /^4\.\d+ s$/, remark: /asleep/ },
    'why-under-way': { kind: 'measured', answer: /^15 min \d+ s$/, remark: /asleep/ },
    'why-user-timeout': { kind: 'measured', answer: /^3\.\d+ s$/, remark: /asleep/ },
    'why-acknowledged': { kind: 'predicted', answer: /^never$/, remark: /user timeout alone does nothing/ },
  };

  it('is in the table of what it leads to', () => expect(steps.map(({ id }) => id)).toEqual(Object.keys(LEADS_TO)));

  it.each(steps)('$id: says what the lab shows', ({ id, state: query, words }) => {
    const { state, notes } = read(query);
    expect(notes).toEqual([]);
    for (const record of records) expectAgreement(state, record);
    const { lines, answer } = shown(state, records[0]!);
    const { kind, answer: text, remark } = LEADS_TO[id]!;
    expect(answer.kind).toBe(kind);
    expect(answer.text.replaceAll(/\s/g, ' ')).toMatch(text);
    expect(remarksOf(state, lines)).toMatch(remark);
    // A figure that a step names is the lab's answer.
    for (const [, name] of words.matchAll(/<Measured of="(\w+)"/g))
      expect(String(inlineFigure({ value: values[name!]!, record: published[0]! }))).toContain(`>${answer.text}<`);
  });

  it('is where the lab opens, too', () => {
    expect(steps.map(({ state }) => read(state).state)).toContainEqual(schema.opening);
  });
});

describe('whatever happens, and whatever the program does', () => {
  it.each([
    'keepalive=off',
    'idle=7200&interval=75&probes=9',
    'idle=15',
    'timeout=90000',
    'keepalive=off&timeout=90000',
    'idle=1&interval=1&probes=3',
    'idle=1&interval=1&probes=3&timeout=3000',
    'keepalive=off&timeout=3000',
    'keepalive=off&grpc=on&ping=1&pong=2',
    'keepalive=off&grpc=on&ping=1&pong=2&calls=on',
    'keepalive=off&grpc=on&ping=1&pong=2&calls=on&allowed=0',
    'keepalive=off&retries=4',
    'keepalive=off&timeout=3000&every=100',
  ])('with %s all agrees, and some of it was measured', (query) => {
    let measured = 0;
    for (const scenario of Object.keys(SCENARIOS) as LabState['scenario'][])
      for (const pattern of Object.keys(PATTERNS) as LabState['pattern'][])
        for (const link of ['off', 'on'] as const) {
          if (!concerns(scenario, pattern)) continue;
          for (const record of records)
            measured += expectAgreement({ ...read(query).state, scenario, pattern, link }, record);
        }
    expect(measured).toBeGreaterThan(0);
  });
});

describe('every setting', () => {
  it.each(rulers)('$name: at both ends of its ruler all agrees', ({ name, stops }) => {
    for (const context of ['idle=1&interval=1&probes=3', 'grpc=on&link=on', 'scenario=firewall-forgets&pattern=writes'])
      for (const value of [stops.values[0], stops.values.at(-1)])
        expectAgreement(schema.reconcile({ ...read(context).state, [name]: value }), null);
  });

  it('is asked of the model, whatever an address says of it', () => {
    for (const value of ['-1e99', '0', '1e99', 'Infinity', 'x'])
      for (const asked of [`grpc=on&link=on`, 'grpc=off'].map((query) => new URLSearchParams(query))) {
        for (const name of Object.keys(schema.fields)) if (!asked.has(name)) asked.set(name, value);
        expect(() => shown(schema.read(asked).state, null), value).not.toThrow();
      }
  });

  it.each([
    ['pattern=connecting', 'synretries=2'],
    ['pattern=connecting', 'synlinear=0'],
    ['pattern=awaiting', 'rtomin=100'],
    ['pattern=awaiting', 'rtomax=30'],
    ['scenario=drop-outbound&pattern=writes', 'buffer=7'],
  ])('that has no ruler is taken from old addresses: at %s, %s', (query, setting) => {
    const lines = [query, `${query}&${setting}`].map((asked) => shown(read(asked).state, null).lines);
    expect(lines[1]).not.toEqual(lines[0]);
  });
});
