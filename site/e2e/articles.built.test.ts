/** What holds for every article, of whatever finding, as it was built. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { csvParse } from 'd3';
import type { HTMLElement } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { listed } from '@/kit/chart/machines';
import { isSimulated } from '@/kit/record/queries';
import type { MeasurementRecord } from '@/kit/record/types';
import { articleOf, bare, endsOf, written } from './articles';
import { articles, dist, textOf, textsOf } from './built';

type Series = MeasurementRecord['series'][number];

/** A series of each machine that has it. */
const seriesOf = (records: readonly MeasurementRecord[], id: string): Series[] =>
  records.flatMap((record) => record.series.filter((series) => series.id === id));

/** Whether an element of a group of dots is one: an interval belongs to the dot behind it, unless that has no place. */
const isDot = (element: HTMLElement): boolean =>
  !element.classList.contains('mt-interval') || element.hasAttribute('data-alone');

/** Those with a record: before, an article shows no figures. */
const measured = articles()
  .map((path) => basename(path))
  .filter((slug) => existsSync(join('content/measurements', slug)));

describe.each(measured)('%s', (slug) => {
  const { page, records, record } = articleOf(slug);
  const names = records.map(({ machineName }) => machineName);
  /** Of a claim's table the rows of one figure, with the machines that they name: none where all have the same. */
  const rowsOfFigure = (rows: readonly HTMLElement[], label: string) =>
    rows.flatMap((row) => {
      const head = textOf(row.querySelector('th')!);
      const said = head.slice(label.length + 2);
      const machines = names.filter((name) => said.includes(name));
      const isOwn = head === label || (head.startsWith(`${label}, `) && said === listed(machines));
      return isOwn ? [{ machines, text: textOf(row) }] : [];
    });
  const figures = page.querySelectorAll('figure.mt-figure');

  test('shows every claim of the record, with its figures and the verdict that the experiment gave', () => {
    const shown = page.querySelectorAll('.mt-claim');
    expect(shown.map((one) => one.getAttribute('data-claim')).sort()).toEqual(record.claims.map(({ id }) => id).sort());
    for (const { id, verdict, why, statement, figures } of record.claims) {
      const claim = shown.find((one) => one.getAttribute('data-claim') === id)!;
      expect(textOf(claim.querySelector('.mt-verdict')!)).toBe(verdict.replaceAll('-', ' '));
      expect(textOf(claim)).toContain(why.replace(/\s+/g, ' '));
      expect(textOf(claim)).toContain(statement.replace(/\s+/g, ' '));
      const rows = claim.querySelectorAll('tbody tr');
      expect(rows.length, id).toBeGreaterThanOrEqual(figures.length);
      for (const { label, measured, published, exact, predicted, unit } of figures) {
        const own = rowsOfFigure(rows, label.replace(/\s+/g, ' '));
        const ofFirst = ({ machines }: (typeof own)[number]) =>
          machines.length === 0 || machines.includes(record.machineName);
        expect(own.filter(ofFirst), `${id}: ${label}`).toHaveLength(1);
        const [{ text }] = own.filter(ofFirst) as [(typeof own)[number]];
        for (const value of [measured?.value, exact, predicted]) {
          if (typeof value === 'number') expect(text).toContain(written(value, unit));
        }
        for (const end of endsOf(measured)) expect(text, id).toContain(bare(end, unit));
        // What was published stands with the first of its machines.
        for (const end of endsOf(published)) expect(own[0]!.text, id).toContain(bare(end, unit));
      }
    }
  });

  test('names and describes every figure, and gives its caption, data, files and where they come from', () => {
    // An article may have none, if its lab draws all there is.
    expect(new Set(textsOf(page, 'figure.mt-figure .mt-figure-title')).size).toBe(figures.length);
    for (const figure of figures) {
      const { id } = figure;
      const drawings = figure.querySelectorAll('svg[role="img"]');
      const descriptions = drawings.flatMap((svg) => [
        svg.getAttribute('aria-label') ?? '',
        svg.querySelector('desc')?.textContent ?? '',
      ]);
      expect(
        descriptions.filter((text) => text.trim().length < 10),
        id,
      ).toEqual([]);
      expect(textsOf(figure, 'figcaption').join().length, id).toBeGreaterThan(20);
      expect(figure.querySelectorAll('.mt-data tbody tr').length, id).toBeGreaterThan(2);
      expect(figure.querySelectorAll('a[download]').length, id).toBeGreaterThanOrEqual(2);
      const provenance = textsOf(figure, '.mt-provenance');
      expect(provenance, id).toHaveLength(1);
      // A figure may be of some machines only, if its caption says so.
      const leavesOut = textsOf(figure, 'figcaption').join().includes('are left out');
      const tabled = textsOf(figure, '.mt-data tbody tr > :first-child').join(', ');
      const drawn = records.filter((one) => !leavesOut || tabled.includes(one.machineName));
      expect(drawn.length, id).toBeGreaterThan(0);
      for (const { command, commit, machine } of drawn.map((one) => one.provenance)) {
        for (const part of [command, commit.slice(0, 12), machine.cpu_model]) expect(provenance[0], id).toContain(part);
      }
    }
  });

  test('has charts whose every mark names a row of its figure’s table', () => {
    for (const figure of figures) {
      const rows = figure.querySelectorAll('details .mt-data tbody tr').length;
      for (const drawing of figure.querySelectorAll('[data-read] svg[role="img"]')) {
        const marks = drawing.querySelectorAll('[data-rows]');
        expect(marks.length, figure.id).toBeGreaterThan(0);
        for (const mark of marks) {
          const named = mark.getAttribute('data-rows')!.split(' ');
          expect(
            named.filter((row) => !(Number(row) < rows)),
            figure.id,
          ).toEqual([]);
          const places = mark.getAttribute('data-at')?.split(' ');
          expect(named, figure.id).toHaveLength(
            places?.length ?? mark.querySelectorAll(':scope > *').filter(isDot).length,
          );
        }
        const dots = drawing.querySelectorAll('g:not([data-rows]) > .mt-mark--measured');
        expect(dots, figure.id).toEqual([]);
      }
    }
  });

  test('says of every figure in a sentence what its mark says', () => {
    const said = page.querySelectorAll('.mt-inline-figure');
    expect(said.length).toBeGreaterThan(0);
    for (const figure of said) {
      const kind = figure.getAttribute('data-figure')!;
      expect(kind).toMatch(/^(measured|exact|published|predicted)$/);
      const word = kind === 'measured' && isSimulated(record) ? 'simulated natively' : kind;
      expect(textOf(figure)).toMatch(new RegExp(`.+, ${word}$`));
      const note = page.getElementById(figure.getAttribute('popovertarget')!);
      expect(note?.hasAttribute('popover')).toBe(true);
    }
  });
});

/** Articles that together have series of every kind: one component hands them out. */
describe.each(['load-balancing', 'dead-connections'])('%s', (slug) => {
  const { page, records } = articleOf(slug);

  test('hands out the series of the record as they are, whole and unrounded', () => {
    const links = page.querySelectorAll('a[download]').map((link) => link.getAttribute('href')!);
    const ids = [...new Set(links.map((href) => basename(href).replace(/\.(csv|json)$/, '')))];
    expect([...new Set(links)].sort()).toEqual(
      ids.flatMap((id) => ['csv', 'json'].map((type) => `/data/${slug}/${id}.${type}`)).sort(),
    );
    for (const id of ids) {
      const from = seriesOf(records, id);
      const read = (type: string) => readFileSync(join(dist, 'data', slug, `${id}.${type}`), 'utf8');
      expect((JSON.parse(read('json')) as { series: unknown }[]).map(({ series }) => series)).toEqual(from);

      const rows = csvParse(read('csv'));
      const points = from.flatMap((series) => series.points);
      expect(rows).toHaveLength(points.length);
      for (const { name } of from[0]!.dimensions) {
        expect(
          rows.map((row) => row[name]),
          `${id} ${name}`,
        ).toEqual(points.map(({ at }) => String(at[name] ?? '')));
      }
      for (const { name } of from[0]!.measures) {
        for (const part of ['n', 'value', 'low', 'high'] as const) {
          const column = part === 'value' ? name : `${name}_${part}`;
          expect(
            rows.map((row) => row[column]),
            `${id} ${column}`,
          ).toEqual(points.map(({ values }) => String(values[name]?.[part] ?? '')));
        }
        for (const kind of ['exact', 'predicted', 'published'] as const) {
          const known = points.map((point) => String(point[kind]?.[name] ?? ''));
          const column = `${name}_${kind}`;
          expect(
            rows.map((row) => row[column] ?? ''),
            `${id} ${column}`,
          ).toEqual(known);
        }
      }
    }
  });
});
