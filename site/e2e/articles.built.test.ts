/** Tests of every built article, of whatever finding, and of the pages of its data and claims. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { csvParse } from 'd3';
import type { HTMLElement } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { formatBare, formatQuantity } from '@/kit/chart/format';
import { measuredWord } from '@/kit/chart/machines';
import { figuresOf } from '@/kit/prose/figures-at-build';
import { chartId, experimentsOf } from '@/kit/prose/named';
import { publishedOnDisk } from '@/kit/record/on-disk';
import { isSimulated, roundsOf } from '@/kit/record/queries';
import type { ClaimFigure, MeasurementRecord } from '@/kit/record/types';
import { articles, dist, labsOf, onlyElement, pageAt, textOf, textsOf } from './built';

const addressOf = (slug: string) => `/findings/${slug}/`;
/** Articles with a record: without one, an article shows no figures, and has no data and no claims. */
const measured = articles()
  .map((path) => basename(path))
  .filter((slug) => publishedOnDisk(slug).length > 0);
const allClaims = pageAt('/claims/');

/** The records that the pages of a finding are drawn from, its own first. */
const recordsOf = (slug: string): MeasurementRecord[] =>
  experimentsOf(slug, figuresOf(slug)).map((experiment) => publishedOnDisk(experiment)[0]!);

/** Target of an article's link on the page of that address. */
function targetOf(link: HTMLElement, page: HTMLElement, address: string): HTMLElement {
  const [path, id] = link.getAttribute('href')!.split('#') as [string, string];
  expect(path).toBe(address);
  const target = page.getElementById(id);
  if (!target) throw new Error(`${address} has no place ${id}`);
  return target;
}

/** True for a dot of a group of dots: an interval belongs to the dot behind it, unless that has no place. */
const isDot = (element: HTMLElement): boolean =>
  !element.classList.contains('mt-interval') || element.hasAttribute('data-alone');

describe.each(measured)('%s', (slug) => {
  const page = pageAt(addressOf(slug));
  const dataAddress = `${addressOf(slug)}data/`;
  const data = pageAt(dataAddress);
  const figures = page.querySelectorAll('figure[data-chart]');

  test('begins with the finding, and has labs whose results stand there before any script runs', () => {
    expect(textOf(onlyElement(page, '.mt-lead')).length).toBeGreaterThan(100);
    expect(page.querySelectorAll('.mt-lead [data-named]')).not.toEqual([]);
    const labs = labsOf(addressOf(slug));
    expect(labs.length).toBeGreaterThan(0);
    for (const lab of labs) expect(page.querySelectorAll(`${lab} [data-result]`), lab).not.toEqual([]);
  });

  test('shows every chart of figures.ts once, named, described, with its caption and the way to its data', () => {
    const charts = Object.entries(figuresOf(slug).charts ?? {}).map(([name, chart]) => [name, chartId(name, chart)]);
    const shown = figures.map((figure) => [figure.getAttribute('data-chart')!, figure.id]);
    expect(shown.toSorted()).toEqual(charts.toSorted());
    for (const figure of figures) {
      const { id } = figure;
      const title = textOf(page.getElementById(figure.getAttribute('aria-labelledby')!)!);
      const texts = figure
        .querySelectorAll('svg[role="img"]')
        .flatMap((svg) => [svg.getAttribute('aria-label') ?? '', svg.querySelector('desc')?.textContent ?? '']);
      expect(
        texts.filter((text) => text.trim().length < 10),
        id,
      ).toEqual([]);
      expect(textOf(onlyElement(figure, 'figcaption')).length, id).toBeGreaterThan(20);
      const target = targetOf(onlyElement(figure, '.mt-figure-links a'), data, dataAddress);
      expect(target.getAttribute('data-chart')).toBe(figure.getAttribute('data-chart'));
      expect(textOf(onlyElement(target, 'h2'))).toBe(title);
    }
    expect(new Set(textsOf(page, '.mt-figure-title')).size).toBe(figures.length);
  });

  test('has charts whose every mark names a row of the table on the page of data', () => {
    for (const figure of figures) {
      const { id } = figure;
      const rows = data.querySelectorAll(`#${id} .mt-data tbody tr`).length;
      for (const drawing of figure.querySelectorAll('[data-read] svg[role="img"]')) {
        const marks = drawing.querySelectorAll('[data-rows]');
        expect(marks.length, id).toBeGreaterThan(0);
        for (const mark of marks) {
          const named = mark.getAttribute('data-rows')!.split(' ');
          expect(
            named.filter((row) => !(Number(row) < rows)),
            id,
          ).toEqual([]);
          const places = mark.getAttribute('data-at')?.split(' ');
          expect(named, id).toHaveLength(places?.length ?? mark.querySelectorAll(':scope > *').filter(isDot).length);
        }
        expect(drawing.querySelectorAll('g:not([data-rows]) > .mt-mark--measured'), id).toEqual([]);
      }
    }
  });

  test('leads from every figure of a sentence to all that is known of it', () => {
    const links = page.querySelectorAll('a[data-named]');
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) {
      const target = targetOf(link, data, dataAddress);
      expect(target.getAttribute('data-note')).toBe(link.getAttribute('data-named'));
    }
  });

  test('has a line for each published claim, and for each that it tells of, with the verdict, that leads to the claim', () => {
    const claims = recordsOf(slug).flatMap((record) => record.claims);
    const lines = page.querySelectorAll('[data-claim-line]').map((line) => line.getAttribute('data-claim-line')!);
    const published = claims.filter(({ source }) => source).map(({ id }) => id);
    expect(lines, 'its own may stand on the page of claims alone').toEqual(expect.arrayContaining(published));
    expect(new Set(lines).size, 'once each').toBe(lines.length);
    const full = pageAt(`/claims/${slug}/`);
    for (const { id } of claims) expect(full.querySelector(`[data-claim="${id}"]`), id).not.toBeNull();
    for (const { id, verdict } of claims.filter(({ id }) => lines.includes(id))) {
      // Where links to it led when it stood there in full.
      const line = page.getElementById(`claim-${id}`)!;
      expect(onlyElement(line, '.mt-verdict').getAttribute('data-verdict'), id).toBe(verdict);
      const target = targetOf(onlyElement(line, 'a'), full, `/claims/${slug}/`);
      expect(target.getAttribute('data-claim')).toBe(id);
      expect(allClaims.getElementById(`claim-${id}`), id).not.toBeNull();
    }
  });
});

test.each(measured.filter((slug) => isSimulated(publishedOnDisk(slug)[0]!)))('%s calls nothing measured', (slug) => {
  const words = [addressOf(slug), `${addressOf(slug)}data/`, `/claims/${slug}/`].flatMap((path) => [
    ...textsOf(pageAt(path), '.mt-inline-figure .sr-only, .mt-figure-key, .mt-figure-links a, main thead th, summary'),
    ...pageAt(path)
      .querySelectorAll('a.mt-inline-figure')
      .map((figure) => figure.getAttribute('aria-label')!),
  ]);
  expect(words.filter((text) => /measured/i.test(text))).toEqual([]);
  expect(words.filter((text) => /simulated natively/i.test(text)).length).toBeGreaterThan(0);
});

/** Findings that together have series of every kind, and a second experiment: one component makes the pages of all. */
describe.each(['load-balancing', 'dead-connections'])('the data of %s', (slug) => {
  const page = pageAt(`${addressOf(slug)}data/`);

  test('are a table, files and where they come from for each chart', () => {
    const sections = page.querySelectorAll('section[data-chart]');
    const { charts = {} } = figuresOf(slug);
    expect(sections).toHaveLength(Object.keys(charts).length);
    for (const section of sections) {
      const { experiment = slug } = charts[section.getAttribute('data-chart')!]!;
      const { provenance } = publishedOnDisk(experiment)[0]!;
      expect(section.querySelectorAll('tbody tr').length, section.id).toBeGreaterThan(2);
      expect(section.querySelectorAll(`a[download][href^="/data/${experiment}/"]`).length).toBeGreaterThanOrEqual(2);
      const made = textOf(onlyElement(section, '.mt-provenance'));
      for (const part of [provenance.command, provenance.commit.slice(0, 12), provenance.machine.cpu_model])
        expect(made, section.id).toContain(part);
    }
  });

  test.each(experimentsOf(slug, figuresOf(slug)))('hand out every series of %s as it is, whole', (experiment) => {
    const records = publishedOnDisk(experiment);
    const all = records.flatMap(({ series }) => series);
    const ids = new Set([...all, ...records.flatMap(({ older }) => older)].map(({ id }) => id));
    const links = page.querySelectorAll(`a[download][href^="/data/${experiment}/"]`);
    expect(new Set(links.map((link) => link.getAttribute('href')))).toEqual(
      new Set([...ids].flatMap((id) => ['csv', 'json'].map((type) => `/data/${experiment}/${id}.${type}`))),
    );
    for (const id of new Set(all.map((series) => series.id))) {
      const from = all.filter((series) => series.id === id);
      const read = (type: string) => readFileSync(join(dist, 'data', experiment, `${id}.${type}`), 'utf8');
      const written = (JSON.parse(read('json')) as { series: unknown }[]).map(({ series }) => series);
      // Series of an older method come behind.
      expect(written.slice(0, from.length)).toEqual(from);

      const points = from.flatMap((series) => series.points);
      const rows = csvParse(read('csv')).slice(0, points.length);
      expect(rows).toHaveLength(points.length);
      const column = (name: string) => rows.map((row) => row[name] ?? '');
      for (const { name } of from[0]!.dimensions)
        expect(column(name), `${id} ${name}`).toEqual(points.map(({ at }) => String(at[name] ?? '')));
      for (const { name } of from[0]!.measures) {
        for (const part of ['n', 'value', 'low', 'high'] as const)
          expect(column(part === 'value' ? name : `${name}_${part}`), `${id} ${name} ${part}`).toEqual(
            points.map(({ values }) => String(values[name]?.[part] ?? '')),
          );
        for (const kind of ['exact', 'predicted', 'published'] as const)
          expect(column(`${name}_${kind}`), `${id} ${name} ${kind}`).toEqual(
            points.map((point) => String(point[kind]?.[name] ?? '')),
          );
      }
    }
  });
});

const spaced = (text: string): string => text.replace(/\s+/g, ' ');

/** The ends of the interval that a claim shows of a figure: of rounds, where they stand in the place of a median's. */
function endsOf(figure: ClaimFigure['measured'] | ClaimFigure['published']): number[] {
  if (!figure) return [];
  const { low, high } = ('value' in figure && roundsOf(figure)) || figure;
  return [low, high];
}

/** Findings whose claims have figures of every kind, and rounds of several, as far as they are built. */
test.each(['load-balancing', 'timestamp-collisions'].filter((slug) => measured.includes(slug)))(
  'the claims of %s are those of its records',
  (slug) => {
    const page = pageAt(`/claims/${slug}/`);
    const records = recordsOf(slug);
    expect(page.querySelectorAll('.mt-claim')).toHaveLength(records.flatMap(({ claims }) => claims).length);
    for (const record of records) {
      for (const { id, verdict, why, statement, figures } of record.claims) {
        const claim = page.getElementById(`claim-${id}`)!;
        expect(textOf(onlyElement(claim, '.mt-verdict'))).toBe(verdict.replaceAll('-', ' '));
        expect(textsOf(claim, '.mt-claim-judgement p')).toEqual([spaced(why)]);
        expect(textOf(claim)).toContain(spaced(statement));
        const rows = claim.querySelectorAll('tbody tr');
        expect(
          rows.map((row) => textOf(onlyElement(row, 'th'))),
          id,
        ).toEqual(figures.map(({ label }) => spaced(label)));
        for (const [index, { measured, published, exact, predicted, unit }] of figures.entries()) {
          const says = (kind: string) => textsOf(rows[index]!, `[data-kind="${kind}"]`).join();
          for (const [kind, value] of Object.entries({ [measuredWord(record)]: measured?.value, exact, predicted })) {
            const known = typeof value === 'number' ? spaced(formatQuantity(value, unit)) : '';
            expect(says(kind).slice(0, known.length || undefined), `${id}: ${kind}`).toBe(known);
          }
          for (const end of endsOf(published)) expect(says('published'), id).toContain(spaced(formatBare(end, unit)));
          for (const end of endsOf(measured))
            expect(says(measuredWord(record)), id).toContain(spaced(formatBare(end, unit)));
        }
      }
    }
  },
);

describe('the page of all claims', () => {
  const counts = new Map(
    allClaims
      .querySelectorAll('#claims-filter label:has(input[name="verdict"])')
      .map((label) => [
        onlyElement(label, 'input').getAttribute('value')!,
        Number(textOf(onlyElement(label, '.mt-count'))),
      ]),
  );

  test('has a row for each claim that any machine judged', () => {
    const experiments = new Set(measured.flatMap((slug) => experimentsOf(slug, figuresOf(slug))));
    const ids = [...experiments].flatMap((experiment) => [
      ...new Set(publishedOnDisk(experiment).flatMap(({ claims }) => claims.map(({ id }) => id))),
    ]);
    const rows = allClaims.querySelectorAll('[data-claim-row]');
    expect(new Set(rows.map(({ id }) => id)).size).toBe(ids.length);
    expect(counts.get('all')).toBe(rows.length);
    for (const [verdict, count] of [...counts].filter(([name]) => name !== 'all'))
      expect(rows.filter((row) => row.getAttribute('data-verdict') === verdict)).toHaveLength(count);
  });

  test('has a table by finding whose sums are the counts of the filter', () => {
    const table = onlyElement(allClaims, '.by-finding table');
    const sumsOf = (part: string) =>
      table.querySelectorAll(`${part} tr`).map((row) => row.querySelectorAll('td').map((cell) => Number(textOf(cell))));
    const [foot] = sumsOf('tfoot');
    const body = sumsOf('tbody');
    expect(body).toHaveLength(measured.length);
    expect(foot).toEqual(foot!.map((_, column) => body.reduce((sum, row) => sum + row[column]!, 0)));
    const verdicts = table.querySelectorAll('thead [data-verdict]').map((one) => one.getAttribute('data-verdict')!);
    expect(foot).toEqual(verdicts.map((verdict) => counts.get(verdict)));
    expect(foot!.reduce((sum, count) => sum + count, 0)).toBe(counts.get('all'));
  });
});
