/** Every step of the article, and the ends of every control: label, sentence, figures, pictures and record say the same. */
import { describe, expect, it } from 'vitest';
import { formatBytes, formatSeconds, formatThroughput } from '@/kit/chart/format';
import { stepsOnDisk } from '@/kit/lab/steps-on-disk';
import { findFigure } from '@/kit/prose/figure';
import { recordFor, type Value } from '@/kit/prose/named';
import { publishedOnDisk } from '@/kit/record/on-disk';
import { points, series } from '@/kit/record/queries';
import type { MeasurementRecord } from '@/kit/record/types';
import { values } from '../figures';
import { BARS_HEIGHT, drawBars } from './bars-view';
import { csvRows } from './csv';
import { drawCurves, HEIGHTS } from './curve-view';
import { answerOf, readingsOf, resultSentence, TOTAL } from './figures';
import { machineFrom, READ_BYTES, WRITE_BYTES, type Calls, type Machine } from './measured';
import { schemaFor, SMALLEST_DRAWN, STOPS, type LabState, type SourceName } from './state';

const published = publishedOnDisk('buffer-size');
const record = published[0]!;
const own = machineFrom(record);
const names = own.sources.map(({ name }) => name);
const schema = schemaFor(names);
const read = (query: string) => schema.read(new URLSearchParams(query));

const steps = stepsOnDisk('buffer-size');
/** The state that the words of a step are about, and what they name of it. */
const ABOUT: Record<string, LabState & { names: string }> = {
  'why-writes': { source: 'tcp-cubic', buffer: 2 ** 18, names: '256 KiB' },
  'why-control': { source: 'tcp', buffer: 2 ** 18, names: 'bbr' },
  'why-used': { source: 'unix', buffer: 2 ** 18, names: 'Unix socket with 256 KiB' },
  'why-call': { source: 'zero', buffer: 2 ** 10, names: '1 KiB' },
  'why-larger': { source: 'zero', buffer: 2 ** 24, names: '16 MiB' },
};

const CALLS = ['writes', 'reads', 'summing reads'] as const;

/** Bytes per second by size, straight from a record; empty where it has nothing of the source. */
function ratesOf(of: MeasurementRecord, source: SourceName, calls: Calls): Map<number, number> {
  const isDevice = source === 'zero' || source === 'urandom';
  const [id, at, size] =
    calls === 'summing reads'
      ? (['work', { source, work: 'sum' }, 'read_bytes'] as const)
      : isDevice
        ? (['devices', { source: calls === 'reads' ? source : '' }, 'buffer_bytes'] as const)
        : calls === 'reads'
          ? (['sockets', { transport: source, write_bytes: WRITE_BYTES }, 'read_bytes'] as const)
          : (['sockets', { transport: source, read_bytes: READ_BYTES }, 'write_bytes'] as const);
  return new Map(
    points(series(of, id), at).map((one) => [Number(one.at[size]), one.values['throughput_bytes_per_second']!.value]),
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
  for (const { id, state, words } of steps) {
    const { names: named, ...about } = ABOUT[id]!;
    expect(read(state), id).toEqual({ state: about, notes: [] });
    expect(words.replaceAll(/<[^>]+>|\s+/g, ' ').replaceAll(/\s+/g, ' '), id).toContain(named);
  }
});

it('opens on TCP with cubic: with 32 KiB, writes are slow and reads are not', () => {
  expect(schema.opening).toEqual({ source: 'tcp-cubic', buffer: 2 ** 15 });
  const rateWith = (buffer: number) => readingsOf({ ...schema.opening, buffer }, [own]).map(({ point }) => point![1]);
  const [[writes, reads], [largeWrites]] = [rateWith(2 ** 15), rateWith(2 ** 18)] as [number[], number[]];
  expect(largeWrites! / writes!).toBeGreaterThan(1.5);
  expect(reads).toBeGreaterThan(1.5 * writes!);
});

it('has the article’s own figures, where the article names a speed', () => {
  const figure = (name: keyof typeof values) => {
    const value: Value = values[name];
    return findFigure(recordFor(value, published), value).measured!.value;
  };
  const summed = (buffer: number) =>
    readingsOf({ source: 'unix', buffer }, [own]).find(({ curve }) => curve.calls === 'summing reads')!.point![1];
  expect(summed(2 ** 15)).toBe(figure('summedWith32Kib'));
  expect(summed(2 ** 18)).toBe(figure('summedWith256Kib'));
  expect(readingsOf({ source: 'zero', buffer: 1 }, [own])[0]!.best[0]).toBe(figure('best'));
});

it.each(states)('$name: sentence, figure, pictures and record agree', ({ state }) => {
  const readings = readingsOf(state, [own]);
  const answer = answerOf(state, readings);
  const sentence = resultSentence(state, readings);
  const bars = drawBars(readings, 608);
  const drawn = drawCurves(state, readings, { width: 608, height: HEIGHTS.wide });
  const lengths = [...bars.matchAll(/data-seconds="([^"]+)" d="M[\d.]+,[\d.]+h([\d.]+)(v|l)/g)];
  const size = formatBytes(state.buffer);
  let measured = 0;
  for (const calls of CALLS) {
    const rates = ratesOf(record, state.source, calls);
    const reading = readings.find(({ curve }) => curve.calls === calls);
    expect(reading === undefined).toBe(rates.size === 0);
    if (!reading) continue;
    expect(new Map(reading.curve.points.map(([bytes, rate]) => [bytes, rate]))).toEqual(rates);
    expect(reading.best[1]).toBe(Math.max(...rates.values()));
    const rate = rates.get(state.buffer);
    expect(reading.point?.[1]).toBe(rate);
    if (rate === undefined) {
      expect(sentence).toContain(`${calls} of ${size} not measured`);
      continue;
    }
    const [, seconds, long, end] = lengths[measured++]!;
    expect(Number(seconds) / (TOTAL / rate)).toBeCloseTo(1, 2);
    expect(sentence).toContain(`${calls} of ${size} at ${formatThroughput(rate)}, 10\u00a0GiB in `);
    expect(bars).toContain(`>${formatSeconds(TOTAL / rate)}</text>`);
    // Bars of one picture have one scale, and one that is cut off says so.
    const [, first, firstLong, firstEnd] = lengths[0]!;
    if (end === 'v' && firstEnd === 'v')
      expect(Math.abs(Number(long) - (Number(firstLong) * Number(seconds)) / Number(first))).toBeLessThan(1.5);
  }
  expect(lengths).toHaveLength(measured);
  const [inHand] = readings;
  const rate = inHand!.point?.[1];
  expect([answer.value, answer.text]).toEqual(rate ? [rate, formatThroughput(rate)] : [null, 'Not measured']);
  expect(answer.note!.endsWith('No size is faster.')).toBe(state.buffer === inHand!.best[0]);
  expect(drawn.hand.y).toBeCloseTo(drawn.y(rate ?? 0), 9);
  for (const words of [answer.words, sentence]) expect(words).toContain(`s of ${size}`);
  expect(sentence).toContain(own.name);
  expect(drawn.svg).toContain(`>${size}</text>`);
  expect(bars).toContain(`height="${BARS_HEIGHT}"`);
  for (const svg of [bars, drawn.svg]) expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  const sizes = new Map(inHand!.curve.points.map(([bytes, each]) => [bytes, each]));
  if (STOPS.values.includes(state.buffer) && sizes.has(state.buffer))
    expect(STOPS.value(STOPS.position(drawn.invertX(drawn.hand.x)))).toBe(state.buffer);
  const rows = csvRows(state, readings).filter(
    ([kind, name]) => kind === 'bytes per second' && name === `${own.name}, ${inHand!.curve.calls}`,
  );
  expect(rows).toHaveLength(sizes.size);
});

it('plays for at most five seconds, and its bars have room, where it opens', () => {
  const bars = drawBars(readingsOf(schema.opening, [own]), 328);
  const seconds = [...bars.matchAll(/data-seconds="([^"]+)"/g)].map(([, each]) => Number(each));
  expect(seconds).toHaveLength(2);
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

describe('a machine that is laid over', () => {
  const other = machineFrom(published[1]!);

  it('is compared by what is the same, whatever its system’s own congestion control is', () => {
    const { label } = own.sources.find(({ name }) => name === 'tcp-cubic')!;
    const sources = other.sources.map((source) => (source.name === 'tcp' ? { ...source, label } : source));
    const laid = (state: LabState) =>
      readingsOf(state, [own, { ...other, sources }]).filter(({ kind }) => kind === 'second');
    expect(laid(schema.opening)).toHaveLength(2);
    expect(laid({ ...schema.opening, source: 'tcp' })).toEqual([]);
  });

  it('has a bar, and its curves, also where it was measured with fewer sizes', () => {
    const short = other.sources.map((source): Machine['sources'][number] => ({
      ...source,
      curves: [{ ...source.curves[0], points: source.curves[0].points.slice(0, 3) }],
    }));
    const state: LabState = { ...schema.opening, source: 'unix' };
    const readings = readingsOf(state, [own, { ...other, sources: short }]);
    expect(drawBars(readings, 608)).toContain(`>Writes, ${other.name}</text>`);
    expect(drawBars(readings, 608)).toContain('>not measured</text>');
    expect(drawCurves(state, readings, { width: 608, height: 300 }).svg).toContain('mt-stroke--second');
  });
});
