/** Every step of the article, and the ends of every control: label, sentence, figures, pictures and record say the same. */
import { describe, expect, it } from 'vitest';
import { formatBytes, formatSeconds, formatShare } from '@/kit/chart/format';
import { stepsOnDisk } from '@/kit/lab/steps-on-disk';
import { findFigure } from '@/kit/prose/figure';
import { recordFor, type Value } from '@/kit/prose/named';
import { publishedOnDisk } from '@/kit/record/on-disk';
import { points, series } from '@/kit/record/queries';
import type { MeasurementRecord } from '@/kit/record/types';
import { values } from '../figures';
import { CONTRASTED } from '../machines';
import { BARS_HEIGHT, drawBars } from './bars-view';
import { csvRows } from './csv';
import { drawCurves, HEIGHTS } from './curve-view';
import { answerOf, readingsOf, resultSentence, TOTAL } from './figures';
import { machinesFrom, READ_BYTES, type Machine } from './measured';
import { schemaFor, SMALLEST_DRAWN, STOPS, type LabState, type SourceName } from './state';

const published = publishedOnDisk('buffer-size');
const own = published[0]!;
const contrasted = CONTRASTED.map((id) => published.find(({ provenance }) => provenance.machine.id === id)!);
const records = [own, ...contrasted];
const machines = machinesFrom(published);
const names = machines[0]!.sources.map(({ name }) => name);
const schema = schemaFor(names);
const read = (query: string) => schema.read(new URLSearchParams(query));

const steps = stepsOnDisk('buffer-size');
/** What the words of a step are about. */
const ABOUT: Record<string, LabState> = {
  'why-call': { source: 'zero', buffer: 2 ** 10 },
  'why-bytes': { source: 'zero', buffer: 2 ** 18 },
  'why-larger': { source: 'zero', buffer: 2 ** 24 },
  'why-dearer': { source: 'urandom', buffer: 2 ** 15 },
  'why-writes': { source: 'unix', buffer: 2 ** 18 },
};

/** Bytes per second by size, straight from a record; empty where it has nothing of the source. */
function ratesOf(record: MeasurementRecord, source: SourceName): Map<number, number> {
  const isDevice = source === 'zero' || source === 'urandom';
  const found = isDevice
    ? points(series(record, 'devices'), { source })
    : points(series(record, 'sockets'), { transport: source, read_bytes: READ_BYTES });
  return new Map(
    found.map(({ at, values }) => [
      Number(at[isDevice ? 'buffer_bytes' : 'write_bytes']),
      values['throughput_bytes_per_second']!.value,
    ]),
  );
}

const states: { name: string; state: LabState }[] = [
  { name: 'opening', state: schema.opening },
  ...steps.map(({ id, state }) => ({ name: id, state: read(state).state })),
  ...names.flatMap((source) =>
    [1, SMALLEST_DRAWN, 3000, 2 ** 16, 2 ** 24, 2 ** 26].map((buffer) => ({
      name: `${source}, ${buffer} B`,
      state: { source, buffer },
    })),
  ),
];

it('has steps that each say what they are about, and leave nothing to correct', () => {
  expect(steps.map(({ id }) => id)).toEqual(Object.keys(ABOUT));
  for (const { id, state: query, words } of steps) {
    const state = ABOUT[id]!;
    expect(read(query), id).toEqual({ state, notes: [] });
    // Where the buffer is the one that the lab opens on, another source is the news.
    const news = state.buffer === schema.opening.buffer ? `/dev/${state.source}` : formatBytes(state.buffer);
    expect(words.replaceAll(/\s+/g, ' '), id).toContain(news.replace('\u00a0', ' '));
  }
});

it('has the article’s own figures, where the article names a size', () => {
  const shareOf = (state: LabState, index = 0) => readingsOf(state, machines)[index]!.share!.value;
  const figure = (name: keyof typeof values) => {
    const value: Value = values[name];
    return findFigure(recordFor(value, published), value).measured!.value;
  };
  const [large, enough] = [2 ** 24, 2 ** 18].map((buffer): LabState => ({ source: 'zero', buffer })) as [
    LabState,
    LabState,
  ];
  expect(shareOf(large)).toBe(figure('zeroLeftWith16Mib'));
  expect(shareOf(large, 2)).toBe(figure('zeroLeftWith16MibOfZen3'));
  expect(shareOf({ ...large, source: 'urandom' })).toBe(figure('urandomLeftWith16Mib'));
  expect(shareOf(enough)).toBe(figure('zeroWith256Kib'));
  expect(readingsOf(enough, machines).map(({ best }) => best[0])).toEqual([
    figure('best'),
    figure('bestOfEmeraldRapids'),
    figure('bestOfZen3'),
  ]);
});

it.each(states)('$name: sentence, figure, pictures and record agree', ({ state }) => {
  const readings = readingsOf(state, machines);
  const answer = answerOf(state, readings);
  const sentence = resultSentence(state, readings);
  const bars = drawBars(readings, 608);
  const drawn = drawCurves(state, readings, { width: 608, height: HEIGHTS.wide });
  const lengths = [...bars.matchAll(/data-seconds="([^"]+)" d="M[\d.]+,[\d.]+h([\d.]+)(v|l)/g)];
  let measured = 0;
  for (const [index, record] of records.entries()) {
    const rates = ratesOf(record, state.source);
    const reading = readings.find(({ machine }) => machine === record.machineName);
    expect(reading === undefined).toBe(rates.size === 0);
    if (!reading) continue;
    const [rate, best] = [rates.get(state.buffer), Math.max(...rates.values())];
    expect(reading.kind).toBe(['measured', 'second', 'third'][index]);
    expect(rates.get(reading.best[0])).toBe(best);
    expect(reading.share === null).toBe(rate === undefined);
    if (rate === undefined) {
      expect(sentence).toContain(`${record.machineName}: not measured`);
      continue;
    }
    // Sizes that claims are about are compared round by round, all others are of medians.
    const isCompared = reading.source.compared.some(([bytes]) => bytes === state.buffer);
    expect(reading.share!.value / (rate / best)).toBeCloseTo(1, isCompared ? 1 : 2);
    const share = formatShare(reading.share!.value);
    const [, seconds, long, end] = lengths[measured++]!;
    expect(Number(seconds) / (TOTAL / rate)).toBeCloseTo(1, 2);
    expect(sentence).toContain(`${record.machineName}: ${share} of its best, 100\u00a0GiB in `);
    expect(bars).toContain(`>${formatSeconds((TOTAL / reading.point![0]) * reading.point![1])}</text>`);
    // Bars of one picture have one scale, and one that is cut off says so.
    const [, first, firstLong, firstEnd] = lengths[0]!;
    if (end === 'v' && firstEnd === 'v')
      expect(Math.abs(Number(long) - (Number(firstLong) * Number(seconds)) / Number(first))).toBeLessThan(1.5);
    if (record !== own) continue;
    expect([answer.value, answer.text]).toEqual([reading.share!.value, share]);
    expect(answer.text === '100%').toBe(rate === best);
    expect(drawn.hand.y).toBeCloseTo(drawn.y(reading.share!.value), 9);
  }
  expect(lengths).toHaveLength(measured);
  expect(answer.text === 'Not measured').toBe(readings[0]!.share === null);
  for (const words of [answer.words, sentence]) expect(words).toContain(`s of ${formatBytes(state.buffer)}`);
  expect(answer.words).toContain(own.machineName);
  expect(drawn.svg).toContain(`>${formatBytes(state.buffer)}</text>`);
  expect(drawn.svg.match(/class="mt-bs-best /g)).toHaveLength(readings.length);
  expect(bars).toContain(`height="${BARS_HEIGHT}"`);
  for (const svg of [bars, drawn.svg]) expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  const sizes = ratesOf(own, state.source);
  if (STOPS.values.includes(state.buffer) && sizes.has(state.buffer))
    expect(STOPS.value(STOPS.position(drawn.invertX(drawn.hand.x)))).toBe(state.buffer);
  const rows = csvRows(state, readings).filter(
    ([kind, name]) => kind === 'seconds per call' && name === own.machineName,
  );
  expect(rows).toHaveLength(sizes.size);
});

it('plays for at most five seconds, and its bars have room, where it opens', () => {
  const bars = drawBars(readingsOf(schema.opening, machines), 328);
  const seconds = [...bars.matchAll(/data-seconds="([^"]+)"/g)].map(([, each]) => Number(each));
  expect(seconds).toHaveLength(3);
  expect(Math.max(...seconds)).toBeLessThanOrEqual(5);
  expect(bars).not.toContain('l7,');
});

describe('addresses', () => {
  it('of before still open: sizes stay, and views are ignored', () => {
    expect(read('')).toEqual({ state: schema.opening, notes: [] });
    expect(read('view=time&buffer=1&source=zero')).toEqual({ state: { source: 'zero', buffer: 1 }, notes: [] });
    expect(read('view=share&source=urandom')).toEqual({ state: { source: 'urandom', buffer: 2 ** 16 }, notes: [] });
    expect(read('buffer=64MiB').state).toEqual({ source: 'zero', buffer: 2 ** 26 });
  });

  it('of what was not measured are put right: bbr is the system’s own', () => {
    expect(read('source=tcp-bbr').state.source).toBe('tcp');
    const { state, notes } = read('source=disk&buffer=0');
    expect(state).toEqual({ source: 'zero', buffer: 1 });
    expect(notes.map(({ parameter }) => parameter)).toEqual(['buffer', 'source']);
  });
});

it('shows a machine that lacks a source, or has less of it, beside those that have it', () => {
  const [first, second] = machines as [Machine, Machine];
  const without: Machine = { name: 'an abacus', sources: second.sources.filter(({ name }) => name !== 'urandom') };
  expect(readingsOf({ source: 'urandom', buffer: 2 ** 15 }, [first, without])).toHaveLength(1);
  const short = { ...second.sources[0]!, points: second.sources[0]!.points.slice(0, 3) };
  const readings = readingsOf(schema.opening, [first, { name: 'an abacus', sources: [short] }]);
  expect(resultSentence(schema.opening, readings)).toContain('an abacus: not measured');
  expect(drawBars(readings, 608)).toContain('>not measured</text>');
});
