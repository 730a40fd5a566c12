// A reader measures every experiment quickly, and builds the site with the records or drops them on its pages: their figures stand beside
// ours on every page. Runs all experiments, whose namespaces and containers other tests count, and builds the site twice:
// `npm test -- --all` runs it when those are through.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { parse, type HTMLElement } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { formatBare, formatQuantity } from '@/kit/chart/format.ts';
import { join as joined } from '@/kit/record/join.ts';
import { findingOf } from '@/kit/record/queries.ts';
import type { ClaimFigure, MeasurementRecord, RecordFile } from '@/kit/record/types.ts';
import { browserFlags, installedBrowser } from '../scripts/lib/browser.mjs';
import { experimentSlugs, foreignCrates } from '../scripts/lib/experiments.mjs';
import { outsideVitest } from '../scripts/lib/outside-vitest.mjs';
import { cache, root } from '../scripts/lib/paths.mjs';
import { compiledExperiment, compileExperiments } from '../scripts/lib/rust-tests.mjs';
import { serve } from '../scripts/lib/serve.mjs';
import { partsOfOthers } from './articles.ts';
import { dist, textOf } from './built.ts';
import { remove } from '../scripts/lib/remove.mjs';

/** Generous: a first run also installs what it keeps for the next, and a machine may be slow. */
const TIMEOUT = 1_800_000;

const runs = join(cache, 'records-of-your-machine');
const poorer = join(cache, 'records-of-your-poorer-machines');
const out = join(cache, 'site-with-your-machine');
afterAll(() => [runs, poorer, out].forEach(remove));

const articles = globSync('content/findings/*.mdx', { cwd: root }).map((file) => basename(file, '.mdx'));

/** The finding whose article shows an experiment. */
const subjectOf = (experiment: string) => findingOf(experiment, articles);
const pathOf = (subject: string) => `/findings/${subject}/`;

/** Those that are measured here, and that an article shows. */
const slugs = experimentSlugs().filter((slug) => !foreignCrates().includes(slug) && subjectOf(slug) !== undefined);
const subjects = [...new Set(slugs.map((slug) => subjectOf(slug)!))];

function run(program: string, args: readonly string[], env: Record<string, string> = {}): void {
  const options = { cwd: root, env: { ...outsideVitest(), ...env }, encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  const { status, stdout, stderr } = spawnSync(program, args, options);
  expect(status, stdout + stderr).toBe(0);
}
const build = (folder: string) => run('astro', ['build'], { SITE_YOURS: relative(root, folder), SITE_OUT: out });
const built = (subject: string) => readFileSync(join(out, pathOf(subject), 'index.html'), 'utf8');

/** What a page shows of an experiment: all but what is of others, or of one that it shows besides its own, the parts that name it. */
function partOf(markup: string, slug: string): HTMLElement {
  const page = parse(markup);
  if (slug !== subjectOf(slug)) return parse(page.querySelectorAll(`[data-of="${slug}"]`).join(''));
  partsOfOthers(page).forEach((part) => part.remove());
  return page;
}

/** Each page of the site as it is published, as markup, once the records that it shows were let go over it; by its subject. */
const opened = new Map<string, string>();

/** The file of a finding's quick run, and its record. */
const fileOf = (slug: string) => JSON.parse(readFileSync(join(runs, slug, 'mine.json'), 'utf8')) as RecordFile;
const recordOf = (slug: string) => joined(fileOf(slug), fileOf(slug).words!);

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

async function dropAll(): Promise<void> {
  const server = await serve({ folder: dist, base: '/', port: 0 });
  const executablePath = installedBrowser();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: browserFlags });
  try {
    for (const subject of subjects) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
      await page.goto(server.address + pathOf(subject).slice(1));
      const records = slugs
        .filter((slug) => subjectOf(slug) === subject)
        .map((slug) => readFileSync(join(runs, slug, 'mine.json'), 'utf8'));
      const transfer = await page.evaluateHandle((texts) => {
        const data = new DataTransfer();
        texts.forEach((text, index) => data.items.add(new File([text], `mine-${index}.json`)));
        return data;
      }, records);
      await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
      await page.locator('[data-compare][data-state="drawn"]').waitFor();
      opened.set(subject, await page.content());
      await page.close();
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

describe.each([
  ['the site is built with it', () => build(runs), built],
  ['it is dropped on the site that is published', dropAll, (subject: string) => opened.get(subject)!],
])('beside ours stands what a quick run measured where %s', (_, prepare, markupOf) => {
  beforeAll(prepare, TIMEOUT);

  describe.each(slugs)('%s', (slug) => {
    const markup = () => markupOf(subjectOf(slug)!);
    const page = () => partOf(markup(), slug);

    test('with a line that says which run it is, and how to remove it', () => {
      const lines = parse(markup()).querySelectorAll('[data-your-run]');
      const own = lines.filter((line) => line.getAttribute('data-your-run')!.split('/').includes(slug));
      expect(own).toHaveLength(1);
      expect(textOf(own[0]!)).toContain(recordOf(slug).provenance.commit.slice(0, 12));
      expect(textOf(own[0]!)).toMatch(/Forget it|To remove it/);
      expect(textOf(own[0]!).includes('in what comes from')).toBe(slug !== subjectOf(slug));
    });

    test('in every claim, with its verdict', () => {
      for (const shown of page().querySelectorAll('[data-claim]')) {
        const id = shown.getAttribute('data-claim')!;
        const claim = recordOf(slug).claims.find((known) => known.id === id);
        expect(shown.querySelectorAll('[data-yours]').map((one) => one.getAttribute('data-yours'))).toEqual([
          claim?.verdict ?? 'missing',
        ]);
        for (const row of shown.querySelectorAll('tbody tr')) {
          const label = textOf(row.querySelector('th')!);
          const figure = claim && labelled(claim.figures, label);
          const cell = textOf(row.querySelector('[data-kind="your machine"]')!);
          expect(cell.replaceAll(' ', ''), `${id}: ${label}`).toBe(cellOf(figure).replaceAll(' ', ''));
        }
      }
    });

    test('in every figure, or one that says that it is not', () => {
      for (const figure of page().querySelectorAll('figure.mt-figure')) {
        figure.querySelector('.mt-provenance')?.remove();
        expect(textOf(figure), figure.id).toMatch(/your machine|Your run has nothing to draw here/);
      }
    });

    test('in the lab that shows what was measured', () => {
      const shows = existsSync(join(root, 'site/findings', slug, 'lab/yours.ts'));
      const taken = page()
        .querySelectorAll('[data-yours-taken]')
        .flatMap((lab) => JSON.parse(lab.getAttribute('data-yours-taken')!) as { name: string }[]);
      expect(taken.map(({ name }) => name)).toEqual(shows ? ['your machine'] : []);
    });

    test('with figures that are in its record, in sentences and tables', () => {
      const known = writtenIn(recordOf(slug));
      const html = page();
      const said = html.querySelectorAll('.mt-inline-figure--yours .mt-inline-value').map(textOf);
      const cells = html.querySelectorAll('.mt-figure').flatMap(yourCells);
      // What an article shows besides may be at settings that a quick run leaves out.
      expect((slug === subjectOf(slug) ? said : [...said, ...cells]).length).toBeGreaterThan(0);
      expect(said.filter((value) => !known.has(value))).toEqual([]);
      expect(cells.filter((value) => !known.has(value))).toEqual([]);
    });
  });
});

test('the site that was built with it has none of it in the files, which hold what is published', () => {
  const files = globSync('data/**/*.json', { cwd: out });
  expect(files.length).toBeGreaterThan(slugs.length);
  const quick = files.filter((file) => /"profile": ?"quick"/.test(readFileSync(join(out, file), 'utf8')));
  expect(quick).toEqual([]);
});

it(
  'pages are built with runs that lack any of the series, their points or settings, all claims, or words',
  () => {
    for (const slug of slugs) {
      const record = fileOf(slug);
      const lacking = {
        ...Object.fromEntries(
          record.series.map(({ id }) => [
            `without-${id}`,
            { ...record, series: record.series.filter((series) => series.id !== id) },
          ]),
        ),
        'without-series': { ...record, series: [] },
        'without-points': { ...record, series: record.series.map((series) => ({ ...series, points: [] })) },
        'with-a-point-each': {
          ...record,
          series: record.series.map((series) => ({ ...series, points: series.points.slice(-1) })),
        },
        'without-settings': {
          ...record,
          series: record.series.map((series) => ({
            ...series,
            points: series.points.map((point) => ({ ...point, at: {} })),
          })),
        },
        'without-claims': { ...record, judged: { claims: [] } },
        'as-published': { ...record, words: undefined, judged: undefined },
      };
      for (const [name, made] of Object.entries(lacking)) {
        const file = join(poorer, slug, `${name}.json`);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, JSON.stringify(made));
      }
    }
    build(poorer);
    for (const slug of slugs)
      expect(textOf(partOf(built(subjectOf(slug)!), slug)), slug).toContain('your machine without-claims');
  },
  TIMEOUT,
);

/** The figure of a row: where several machines measured it, the published one that the row shows stands behind its label. */
function labelled(figures: readonly ClaimFigure[], label: string): ClaimFigure | undefined {
  const begins = (figure: ClaimFigure) => `${label}, `.startsWith(`${figure.label.replaceAll(/\s+/g, ' ')}, `);
  return figures.filter(begins).toSorted((one, other) => other.label.length - one.label.length)[0];
}

const spaced = (text: string) => text.replaceAll('\u00a0', ' ');

/**
 * What a claim's table shows of a figure: its value, and the interval where that has two ends, or all rounds, where some have none
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

/** The measured values in the rows of a figure's table that are the reader's machine's: some, unless it says that it has none. */
function yourCells(figure: HTMLElement): string[] {
  const table = figure.querySelector('.mt-data');
  const heads = table?.querySelectorAll('thead th').map(textOf) ?? [];
  const columns = heads.flatMap((head, column) => (/(^|, )measured( \(|$)/i.test(head) ? [column] : []));
  if (heads[0] !== 'Machine' || columns.length === 0) return [];
  const rows = table!.querySelectorAll('tbody tr').map((row) => row.querySelectorAll('td').map(textOf));
  const own = rows.filter(([machine]) => machine === 'your machine');
  if (!textOf(figure).includes('Your run has nothing to draw here')) expect(own.length, figure.id).toBeGreaterThan(0);
  return own
    .flatMap((cells) => columns.map((column) => cells[column]!.replace(/ \(.*\)$/, '')))
    .filter((value) => value !== '' && !/ within /.test(value));
}
