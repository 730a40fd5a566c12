// What a page says of the reader's own run: beside figures in sentences, in charts and claims, and where it comes from.
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import { parse, type HTMLElement } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { formatQuantity } from '@/kit/chart/format.ts';
import { measuredElsewhere, standingAlone } from '@/kit/record/fixtures/yours.ts';
import { join as joinRecord } from '@/kit/record/join.ts';
import type { MeasurementRecord, Series } from '@/kit/record/types.ts';
import { makeTemporary, remove } from '@/scripts/lib/remove.mjs';
import Chart from './Chart.astro';
import Claim from './Claim.astro';
import Exact from './Exact.astro';
import InlineFigure from './InlineFigure.astro';
import Measured from './Measured.astro';
import YourRuns from './YourRuns.astro';

const of = 'load-balancing';
const [published] = globSync(`content/measurements/${of}/*.json`).sort();
const first = standingAlone(published!);
/** A second published machine, and the reader's, which has the first one's id, no planner and one claim less. */
const second = measuredElsewhere(first, 'zzz-other-machine');
second.provenance.machine.logical_cores = 16;
const own = measuredElsewhere(second, first.provenance.machine.id);
own.series = own.series.filter(({ id }) => id !== 'planner');
const [lacking] = own.judged!.claims.splice(-1);
own.judged!.claims[0]!.verdict = 'differs';
const words = first.words!;
const [record, other, yours] = [first, second, own].map((one) => joinRecord(one, words)) as [
  MeasurementRecord,
  MeasurementRecord,
  MeasurementRecord,
];

const collections: Record<string, { id: string; data: unknown }[]> = {
  measurements: [first, second].map((data) => ({ id: `${of}/${data.provenance.machine.id}`, data })),
  words: [{ id: of, data: words }],
  claims: [],
};
vi.mock('astro:content', () => ({ getCollection: (name: string) => collections[name] }));

const folder = makeTemporary('yours-');
const file = join(folder, of, 'mine.json');
let container: AstroContainer;
beforeAll(async () => {
  mkdirSync(join(folder, of));
  writeFileSync(file, JSON.stringify(own));
  vi.stubEnv('SITE_YOURS', folder);
  container = await AstroContainer.create();
});
afterAll(() => {
  vi.unstubAllEnvs();
  remove(folder);
});

type Component = Parameters<AstroContainer['renderToString']>[0];
const render = async (component: Component, props: Record<string, unknown>): Promise<HTMLElement> =>
  parse(
    await container.renderToString(component, {
      props: { of, ...props },
      locals: { starlightRoute: { id: `findings/${of}` } } as unknown as App.Locals,
    }),
  );
const textOf = (element: HTMLElement | null) => element?.textContent.replace(/\s+/g, ' ').trim();
const spaced = (text: string) => text.replaceAll('\u00a0', ' ');

const claim = record.claims.find(({ figures }) => figures[0]?.measured)!;
const [figure] = claim.figures;
const measuredBy = ({ claims }: MeasurementRecord) =>
  spaced(formatQuantity(claims.find(({ id }) => id === claim.id)!.figures[0]!.measured!.value, figure!.unit));

/** The record with a series of one point and one measure, whose interval was made so. */
const recordWithInterval = (interval: string, low: number, high: number): MeasurementRecord => {
  const measures = [{ name: 'count', title: 'count', unit: 'items', statistic: 'median', interval }];
  const points: Series['points'] = [{ at: {}, values: { count: { n: 9, value: 5, low, high } } }];
  const counts = { id: 'counts', title: 'counts', dimensions: [], method: 1, published_source: null, measures, points };
  return { ...record, series: [counts] };
};

describe('a figure in a sentence', () => {
  test.each([
    ['none: the answer is the same every time', 5, 5, /^5 items, [^(]*n = 9$/, undefined],
    ['of the fit; bootstrap where measured', 4, 6, /^5 items \(95% interval/, '; interval of the fit; bootstrap where'],
    ['order statistics', 4, 6, /^5 items \(95% interval/, '; interval by order statistics'],
  ])('says in its note how its interval was made, where it has one: %s', async (interval, low, high, row, words) => {
    const records = [recordWithInterval(interval, low, high)];
    const inline = await render(InlineFigure, {
      ...{ kind: 'measured', records, withoutYours: true },
      ...{ series: 'counts', at: {}, measure: 'count' },
    });
    expect(spaced(textOf(inline.querySelector('.mt-note-row'))!)).toMatch(row);
    const source = textOf(inline.querySelector('.mt-note-source'));
    if (words === undefined) expect(source).not.toContain('interval');
    else expect(source).toContain(words);
  });

  test('shows the first machine’s, and beside it the reader’s', async () => {
    const inline = await render(Measured, { claim: claim.id });
    const buttons = inline.querySelectorAll('button');
    expect(buttons.map((button) => [button.querySelector('.mt-glyph')!.classNames, textOf(button)])).toEqual([
      ['mt-glyph mt-glyph--measured', `${measuredBy(record)}, measured`],
      ['mt-glyph mt-glyph--yours', `${measuredBy(yours)}, your machine`],
    ]);
    const notes = inline.querySelectorAll('[popover]').map(({ id }) => id);
    expect(buttons.map((button) => button.getAttribute('popovertarget'))).toEqual([...notes, ...notes]);
  });

  test('has the other machines in its note, and where each figure comes from', async () => {
    const note = (await render(Measured, { claim: claim.id })).querySelector('[popover]')!;
    const rows = note.querySelectorAll('.mt-note-row').map(textOf);
    for (const [value, machine] of [
      [measuredBy(record), 'measured on Zen 3 VM, 2 cores'],
      [measuredBy(other), 'measured on Zen 3 VM, 16 cores'],
      [measuredBy(yours), 'your machine'],
    ] as const) {
      expect(
        rows.filter((row) => row!.startsWith(value) && row!.includes(machine)),
        machine,
      ).toHaveLength(1);
    }
    const sources = note.querySelectorAll('.mt-note-source').map(textOf);
    expect(sources.filter((source) => source!.startsWith('your machine, 3 February 2021'))).toHaveLength(1);
  });

  test('shows what is exact alone, and the reader’s in its note', async () => {
    const exact = record.claims.find(({ figures }) => typeof figures[0]?.exact === 'number' && figures[0].measured)!;
    const inline = await render(Exact, { claim: exact.id });
    expect(inline.querySelector('button .mt-glyph--yours')).toBeNull();
    expect(inline.querySelectorAll('[popover] .mt-glyph--yours')).toHaveLength(1);
  });

  test('stands alone where the reader’s run lacks it', async () => {
    const at = { strategy: 'random', items: 1000, capacity: 100, servers: 13 };
    const inline = await render(Measured, { series: 'planner', at, measure: 'p_any_over_capacity' });
    expect(inline.querySelector('.mt-glyph--measured')).not.toBeNull();
    expect(inline.querySelector('.mt-glyph--yours')).toBeNull();
  });
});

describe('a claim', () => {
  test('has the reader’s figures in a column of their own, and their verdict below ours', async () => {
    const first = yours.claims[0]!;
    const shown = await render(Claim, { id: first.id });
    expect(shown.querySelector('[data-claim]')!.getAttribute('data-verdict')).toBe(record.claims[0]!.verdict);
    expect(shown.querySelectorAll('thead th').map(textOf)).toContain('Your machine');
    for (const { label, measured, unit } of first.figures) {
      const rows = shown
        .querySelectorAll('tbody tr')
        .filter((row) => textOf(row.querySelector('th'))!.startsWith(label));
      expect(rows.length).toBeGreaterThan(0);
      const cell = textOf(rows[0]!.querySelector('[data-kind="your machine"]'));
      if (measured) expect(cell).toContain(spaced(formatQuantity(measured.value, unit)));
      else expect(cell).toBe('');
    }
    const judgement = shown.querySelector('[data-yours]')!;
    expect(judgement.getAttribute('data-yours')).toBe('differs');
    expect(textOf(judgement)).toContain(`your machine: ${first.why}`);
  });

  test('says where the reader’s run did not look at it', async () => {
    const shown = await render(Claim, { id: lacking!.id });
    expect(textOf(shown.querySelector('[data-yours]'))).toBe('your machine: this run did not look at the claim.');
  });
});

describe('a figure', () => {
  test('is drawn from all records, and says where each comes from', async () => {
    const drawn = await render(Chart, { of: 'twoChoices' });
    expect(drawn.querySelectorAll('.mt-figure-wide .mt-mark--yours')).toHaveLength(
      drawn.querySelectorAll('.mt-figure-wide .mt-mark--measured').length / 2,
    );
    expect(textOf(drawn.querySelector('.mt-provenance'))).toContain('3 February 2021, quick run');
    expect(drawn.querySelector('.mt-shortfall')).toBeNull();
    // The files have what is published.
    expect(drawn.querySelectorAll('a[download]').map((link) => link.getAttribute('href'))).toEqual([
      `/data/${of}/published-table.csv`,
      `/data/${of}/published-table.json`,
    ]);
  });

  test('says where the reader’s run lacks what it shows', async () => {
    const drawn = await render(Chart, { of: 'capacity' });
    expect(drawn.querySelectorAll('.mt-figure-drawing .mt-mark--yours')).toEqual([]);
    expect(textOf(drawn.querySelector('.mt-shortfall'))).toBe('Your run has nothing to draw here.');
  });
});

describe('the page', () => {
  test('says which run it is, what it left out, and how to remove it', async () => {
    const says = textOf(await render(YourRuns, { experiment: of }))!;
    const { machine, commit } = yours.provenance;
    for (const part of [
      'Your machine is drawn beside ours: a quick run',
      '3 February 2021, 04:05 UTC',
      `on Zen 3 VM (${machine.cpu_model})`,
      `${commit.slice(0, 12)} with changes that were not committed`,
      `rm ${file}`,
      ...yours.skipped.map(({ what }) => what),
    ]) {
      expect(says).toContain(part);
    }
  });

  test('says nothing of it where there is none', async () => {
    expect(textOf(await render(YourRuns, { experiment: 'isspace' }))).toBe('');
    vi.stubEnv('SITE_YOURS', undefined);
    expect(textOf(await render(YourRuns, { experiment: of }))).toBe('');
    expect((await render(Measured, { claim: claim.id })).querySelector('.mt-glyph--yours')).toBeNull();
    vi.stubEnv('SITE_YOURS', folder);
  });
});
