/** What the tests of all articles share: where an article's figures come from, and what must hold for each of its figures. */
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { formatQuantity } from '@/kit/chart/format';
import { series } from '@/kit/record/queries';
import type { MeasurementRecord } from '@/kit/record/types';
import { expect, test } from './fixtures';

/** An article and the records that it is drawn from. */
export interface Article {
  readonly path: string;
  /** The records' files, by name. */
  readonly files: readonly string[];
  /** The record that figures in sentences come from: the first by name. */
  readonly record: () => Promise<MeasurementRecord>;
}

/** The article about an experiment. */
export function articleOf(slug: string): Article {
  const files = globSync(`content/measurements/${slug}/*.json`).sort();
  return {
    path: `/findings/${slug}/`,
    files,
    record: async () => JSON.parse(await readFile(files[0]!, 'utf8')) as MeasurementRecord,
  };
}

/** Text as Playwright reads it: no-break spaces are plain ones. */
export const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

/** A figure as it stands on the page. */
export const written = (value: number, unit: string): string => plain(formatQuantity(value, unit));

/** Tests that every figure of the page that is open can be read and says all that it has to; `least` are expected. */
export function testEveryFigure(least: number): void {
  test.describe('every figure', () => {
    test('shows its drawing in a size that can be read', async ({ page }) => {
      const figures = await page.locator('figure.mt-figure:has(.mt-figure-drawing)').evaluateAll((all) =>
        all.map((figure) => ({
          id: figure.id,
          scales: [...figure.querySelectorAll('.mt-figure-drawing svg[role="img"]')]
            .map((svg) => svg.getBoundingClientRect().width / Number(svg.getAttribute('width')))
            .filter((scale) => scale > 0),
        })),
      );
      expect(figures.length).toBeGreaterThanOrEqual(least);
      for (const { id, scales } of figures) {
        expect(scales, id).toHaveLength(1);
        // Charts are drawn with 12 pixel text; scaling must not take it below 11.
        expect(scales[0], id).toBeGreaterThan(11 / 12);
      }
    });

    test('has a name, a description, a caption, its data and where they come from', async ({ page }) => {
      const figures = await page.locator('figure.mt-figure').evaluateAll((all) =>
        all.map((figure) => ({
          id: figure.id,
          title: figure.querySelector('.mt-figure-title')?.textContent.trim(),
          drawings: [...figure.querySelectorAll('svg[role="img"]')].flatMap((svg) => [
            svg.getAttribute('aria-label'),
            svg.querySelector('desc')?.textContent,
          ]),
          caption: figure.querySelector('figcaption')?.textContent.trim(),
          rows: figure.querySelectorAll('.mt-data tbody tr').length,
          files: figure.querySelectorAll('a[download]').length,
          provenance: figure.querySelectorAll('.mt-provenance').length,
        })),
      );
      expect(new Set(figures.map(({ title }) => title)).size).toBe(figures.length);
      for (const { id, drawings, caption, rows, files, provenance } of figures) {
        expect(
          drawings.filter((text) => !text || text.length < 10),
          id,
        ).toEqual([]);
        expect(caption?.length, id).toBeGreaterThan(20);
        expect(rows, id).toBeGreaterThan(2);
        expect(files, id).toBeGreaterThanOrEqual(2);
        expect(provenance, id).toBe(1);
      }
    });

    test('fits the window with everything open', async ({ page }) => {
      await page
        .locator('.mt-figure details')
        .evaluateAll((all) => all.forEach((details) => details.setAttribute('open', '')));
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    });
  });
}

/** Tests that the article that is open shows every claim of its record, with its figures and the experiment's verdict. */
export function testClaims({ record }: Article): void {
  test('every claim is the record’s, with the verdict that the experiment gave', { tag: '@once' }, async ({ page }) => {
    const { claims } = await record();
    await expect(page.locator('.mt-claim')).toHaveCount(claims.length);
    const shown = await page.locator('.mt-claim').evaluateAll((all) =>
      all.map((one) => ({
        id: one.getAttribute('data-claim'),
        verdict: one.querySelector('.mt-verdict')!.textContent.trim(),
        text: one.textContent,
        rows: [...one.querySelectorAll('tbody tr')].map((row) => row.textContent),
      })),
    );
    for (const { id, verdict, why, figures } of claims) {
      const found = shown.find((one) => one.id === id)!;
      expect(found.verdict).toBe(verdict.replace('-', ' '));
      expect(found.text).toContain(why);
      // The first machine's figures stand first.
      for (const [index, figure] of figures.entries()) {
        const row = plain(found.rows[index] ?? '');
        expect(row).toContain(plain(figure.label));
        if (figure.measured) expect(row).toContain(written(figure.measured.value, figure.unit));
        if (typeof figure.exact === 'number') expect(row).toContain(written(figure.exact, figure.unit));
      }
    }
  });
}

/**
 * Tests that the files behind the figures of the article that is open hold the record's series, whole and unrounded.
 *
 * @param without series that stand in sentences only
 */
export function testDownloads({ files, record }: Article, without: readonly string[] = []): void {
  test(
    'the data to download are the series of the record, as they are',
    { tag: '@once' },
    async ({ page, request }) => {
      const from = await record();
      const links = await page
        .locator('figure a[download][href$=".json"]')
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
      const addresses = [...new Set(links)];
      expect(addresses.map((address) => /([^/]+)\.json$/.exec(address)![1]!).sort()).toEqual(
        from.series
          .map(({ id }) => id)
          .filter((id) => !without.includes(id))
          .sort(),
      );
      for (const address of addresses) {
        const id = /([^/]+)\.json$/.exec(address)![1]!;
        const [downloaded] = (await (await request.get(address)).json()) as { series: unknown }[];
        expect(downloaded!.series).toEqual(series(from, id));
        const csv = await (await request.get(address.replace(/json$/, 'csv'))).text();
        if (files.length === 1) expect(csv.trimEnd().split('\r\n')).toHaveLength(1 + series(from, id).points.length);
      }
    },
  );
}
