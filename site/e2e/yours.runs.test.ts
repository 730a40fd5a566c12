// A reader measures every experiment quickly, and starts the site: what was measured is laid over every page. Runs all experiments, whose
// namespaces and containers other tests count, and builds the site: `npm test -- --all` runs it when those are through, beside the browser's
// tests, which keep busy the processors that the runs leave idle.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { parse, type HTMLElement } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatBare, formatQuantity } from '@/kit/chart/format.ts';
import type { LabOverlay } from '@/kit/lab/overlay.ts';
import { claimMarkup } from '@/kit/prose/claim.ts';
import { drawChart } from '@/kit/prose/drawn.ts';
import { figureNote } from '@/kit/prose/inline-figure.ts';
import { machinesTable } from '@/kit/prose/machines-table.ts';
import { experimentsOf, recordFor, type FindingFigures } from '@/kit/prose/named.ts';
import { poorerThan } from '@/kit/record/fixtures/poorer.ts';
import { join as joined } from '@/kit/record/join.ts';
import { publishedOnDisk } from '@/kit/record/on-disk.ts';
import { findingOf } from '@/kit/record/queries.ts';
import { asYours, OWN_NAME, assignMarks } from '@/kit/record/shown.ts';
import type { ClaimFigure, MeasurementRecord, RecordFile } from '@/kit/record/types.ts';
import { browserFlags, installedBrowser } from '../scripts/lib/browser.mjs';
import { experimentSlugs, foreignCrates } from '../scripts/lib/experiments.mjs';
import { outsideVitest } from '../scripts/lib/outside-vitest.mjs';
import { cache, root } from '../scripts/lib/paths.mjs';
import { remove } from '../scripts/lib/remove.mjs';
import { compiledExperiment, compileExperiments } from '../scripts/lib/rust-tests.mjs';
import { serve } from '../scripts/lib/serve.mjs';
import { textOf } from './built.ts';

/** Generous: a first run also installs what it keeps for the next, and a machine may be slow. */
const TIMEOUT = 1_800_000;

const runs = join(cache, 'records-of-your-machine');
const out = join(cache, 'site-with-your-machine');
afterAll(() => [runs, out].forEach(remove));

const articles = globSync('content/findings/*.mdx', { cwd: root }).map((file) => basename(file, '.mdx'));

/** The finding whose article shows an experiment. */
const findingFor = (experiment: string) => findingOf(experiment, articles)!;

/** Experiments that are measured here, and that an article shows. */
const slugs = experimentSlugs().filter(
  (slug) => !foreignCrates().includes(slug) && findingOf(slug, articles) !== undefined,
);
const findings = [...new Set(slugs.map(findingFor))];

const FIGURES = import.meta.glob<FindingFigures>('/site/findings/*/figures.ts', { eager: true });
const figuresOf = (finding: string) => FIGURES[`/site/findings/${finding}/figures.ts`]!;

function run(program: string, args: readonly string[], env: Record<string, string> = {}): void {
  const options = { cwd: root, env: { ...outsideVitest(), ...env }, encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  const { status, stdout, stderr } = spawnSync(program, args, options);
  expect(status, stdout + stderr).toBe(0);
}

/** The file of an experiment's quick run. */
const fileOf = (slug: string) => JSON.parse(readFileSync(join(runs, slug, 'mine.json'), 'utf8')) as RecordFile;
const recordOf = (file: RecordFile) => asYours(joined(file, file.words!));

async function measure(slug: string): Promise<void> {
  const file = join(runs, slug, 'mine.json');
  mkdirSync(dirname(file), { recursive: true });
  const args = ['run', '--profile', 'quick', '--quiet', '--out', file];
  const options = { cwd: root, env: outsideVitest(), maxBuffer: 1 << 28 };
  await promisify(execFile)(compiledExperiment(slug), args, options);
}

/** As many at a time as there are processors: what they measure is shown, and not judged. */
async function measureAll(): Promise<void> {
  const waiting = [...slugs];
  const lane = async () => {
    for (let slug = waiting.shift(); slug !== undefined; slug = waiting.shift()) await measure(slug);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
}

beforeAll(async () => {
  // As tests are compiled: `cargo run` would put another program into the place of one that the Rust tests are running.
  await compileExperiments();
  await measureAll();
}, TIMEOUT);

/** Each page, as markup, once the run that it is built with is laid over it; by its finding. */
const opened = new Map<string, string>();

async function openAll(): Promise<void> {
  run('astro', ['build'], { SITE_YOURS: relative(root, runs), SITE_OUT: out });
  const server = await serve({ folder: out, base: '/', port: 0 });
  const executablePath = installedBrowser();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: browserFlags });
  try {
    for (const finding of findings) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
      await page.goto(`${server.address}findings/${finding}/`);
      await page.locator('#compare[data-laid]').waitFor({ state: 'attached' });
      opened.set(finding, await page.content());
      await page.close();
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

describe('the site that is built with the runs lays each over its page', () => {
  beforeAll(openAll, TIMEOUT);

  describe.each(slugs)('%s', (slug) => {
    const page = () => parse(opened.get(findingFor(slug))!);

    test('in every claim, with its verdict', () => {
      const record = recordOf(fileOf(slug));
      for (const shown of page().querySelectorAll(`[data-claim][data-experiment="${slug}"]`)) {
        const id = shown.getAttribute('data-claim')!;
        const claim = record.claims.find((known) => known.id === id);
        const own = shown.querySelectorAll('.mt-claim-judgement').at(-1)!;
        expect(textOf(own)).toContain(`${OWN_NAME}:`);
        expect(own.querySelector('[data-verdict]')?.getAttribute('data-verdict')).toBe(claim?.verdict);
        for (const row of shown.querySelectorAll('tbody tr')) {
          const label = textOf(row.querySelector('th')!);
          const figure = claim?.figures.find((one) => spaced(one.label) === label);
          const cell = textOf(row.querySelector(`[data-kind="${OWN_NAME}"]`)!);
          expect(cell.replaceAll(' ', ''), `${id}: ${label}`).toBe(cellOf(figure).replaceAll(' ', ''));
        }
      }
    });

    test('in every chart, or it says that it is not', () => {
      const { charts = {} } = figuresOf(findingFor(slug));
      const figures = page().querySelectorAll('figure[data-chart]');
      const own = figures.filter(
        (figure) => (charts[figure.getAttribute('data-chart')!]!.experiment ?? findingFor(slug)) === slug,
      );
      for (const figure of own) expect(textOf(figure), figure.id).toMatch(/your machine/i);
    });

    test('in the lab that shows what was measured', () => {
      const shows = existsSync(join(root, 'site/findings', slug, 'lab/overlay.ts'));
      const taken = page()
        .querySelectorAll('[data-beside]')
        .map((lab) => lab.getAttribute('data-beside')!);
      const overlays = taken.flatMap((text) => JSON.parse(text) as LabOverlay[]);
      expect(overlays.filter(({ measured }) => measured !== null).map(({ name }) => name)).toEqual(
        shows && slug === findingFor(slug) ? [OWN_NAME] : slug === findingFor(slug) ? [] : expect.any(Array),
      );
    });

    test('with figures that are in its record, in charts', () => {
      const known = writtenIn(recordOf(fileOf(slug)));
      const { charts = {} } = figuresOf(findingFor(slug));
      const figures = page()
        .querySelectorAll('figure[data-chart]')
        .filter((one) => (charts[one.getAttribute('data-chart')!]!.experiment ?? findingFor(slug)) === slug);
      expect(figures.flatMap(yourCells).filter((value) => !known.has(value))).toEqual([]);
    });
  });
});

test('the site that was built with them has none of them in the files, which hold what is published', () => {
  const files = globSync('data/**/*.json', { cwd: out });
  expect(files.length).toBeGreaterThan(slugs.length);
  const quick = files.filter((file) => /"profile": ?"quick"/.test(readFileSync(join(out, file), 'utf8')));
  expect(quick).toEqual([]);
});

test.each(slugs)('a run of %s that lacks any of its series, points, settings or claims breaks nothing', (slug) => {
  const finding = findingFor(slug);
  const figures = figuresOf(finding);
  const published = publishedOnDisk(slug);
  const isOfSlug = ({ experiment = finding }: { experiment?: string }) => experiment === slug;
  for (const file of poorerThan(fileOf(slug))) {
    const overlay = recordOf(file);
    for (const [name, chart] of Object.entries(figures.charts ?? {}).filter(([, chart]) => isOfSlug(chart)))
      expect(drawChart(chart, name, published, overlay).records.length, name).toBeGreaterThan(0);
    for (const value of Object.values(figures.values ?? {}).filter(isOfSlug)) {
      if (!value.cited) figureNote({ value, records: assignMarks([recordFor(value, published), overlay]) });
    }
    for (const { id } of published[0]!.claims) claimMarkup(assignMarks([published[0]!, overlay]), id);
    const recordsOf = (experiment: string) =>
      experiment === slug ? [...published, overlay] : publishedOnDisk(experiment);
    expect(experimentsOf(finding, figures)).toContain(slug);
    expect(String(machinesTable(finding, figures, recordsOf))).toContain(OWN_NAME);
  }
});

const spaced = (text: string) => text.replaceAll('\u00a0', ' ');

/**
 * A figure's cell in a claim's table: its value, and the interval where that has two ends, or all rounds, where some have none
 * of it and the interval of their median does not reach the others.
 */
function cellOf(figure: ClaimFigure | undefined): string {
  const { measured, unit } = figure ?? { measured: null, unit: '' };
  if (!measured) return '';
  const { value, min, max } = measured;
  const ofRounds = measured.low === 0 && min === 0 && max != null && max > measured.high;
  const [low, high] = ofRounds ? [min, max] : [measured.low, measured.high];
  const isShown = ofRounds || formatBare(low, unit) !== formatBare(high, unit);
  const interval = isShown
    ? `${ofRounds ? 'rounds ' : ''}${formatBare(low, unit)} to ${formatQuantity(high, unit)}`
    : '';
  return spaced(formatQuantity(value, unit) + interval);
}

/** Every measured value of a record, in the ways that a page writes it. */
function writtenIn({ series, claims, derived }: MeasurementRecord): Set<string> {
  const ofSeries = series.flatMap(({ measures, points }) =>
    points.flatMap(({ values }) =>
      measures.flatMap(({ name, unit }) => (values[name] ? [{ estimate: values[name], unit }] : [])),
    ),
  );
  const others = [...claims.flatMap(({ figures }) => figures), ...Object.values(derived)];
  const ofOthers = others.flatMap(({ measured, unit }) => (measured ? [{ estimate: measured, unit }] : []));
  const values = [...ofSeries, ...ofOthers].flatMap(({ estimate: { value, min, max }, unit }) =>
    [value, min, max].flatMap((one) => (typeof one === 'number' ? [{ value: one, unit }] : [])),
  );
  return new Set(
    values.flatMap(({ value, unit }) => [formatBare(value, unit), formatQuantity(value, unit)].map(spaced)),
  );
}

/** The measured values in the rows of a figure's table that are the reader's machine's. */
function yourCells(figure: HTMLElement): string[] {
  const table = figure.querySelector('.mt-data');
  const heads = table?.querySelectorAll('thead th').map(textOf) ?? [];
  const columns = heads.flatMap((head, column) => (/(^|, )measured( \(|$)/i.test(head) ? [column] : []));
  if (heads[0] !== 'Machine' || columns.length === 0) return [];
  const rows = table!.querySelectorAll('tbody tr').map((row) => row.querySelectorAll('td').map(textOf));
  return rows
    .filter(([machine]) => machine === OWN_NAME)
    .flatMap((cells) => columns.map((column) => cells[column]!.replace(/ \(.*\)$/, '')))
    .filter((value) => value !== '' && !/ within /.test(value));
}
