import { glob, readFile } from 'node:fs/promises';
import type { MeasurementRecord } from '@/kit/record/types';
import { expect, test } from './fixtures';

const ARTICLE = '/findings/load-balancing/';

/** Every published record of an experiment. */
async function recordsOf(experiment: string): Promise<MeasurementRecord[]> {
  const records: MeasurementRecord[] = [];
  for await (const file of glob(`content/measurements/${experiment}/*.json`)) {
    records.push(JSON.parse(await readFile(file, 'utf8')) as MeasurementRecord);
  }
  return records;
}

/** The fields of one CSV line without line breaks in it. */
const fields = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
  );

test.describe('every figure', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto(ARTICLE);
  });

  test('says where it comes from', async ({ page }) => {
    const [record] = await recordsOf('load-balancing');
    const figure = page.locator('figure.mt-figure').first();
    await figure.getByText('How it was measured').click();
    await expect(figure.locator('.mt-provenance')).toContainText(record!.provenance.command);
    await expect(figure.locator('.mt-provenance')).toContainText(record!.provenance.commit.slice(0, 12));
    await expect(figure.locator('.mt-provenance')).toContainText(record!.provenance.machine.cpu_model);
  });

  test('opens its data with the keyboard', async ({ page }) => {
    const summary = page.locator('figure.mt-figure summary').first();
    await summary.focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('figure.mt-figure').first().getByRole('table')).toBeVisible();
  });
});

test.describe('the data to download', { tag: '@once' }, () => {
  test('holds every point of every series, unrounded', async ({ page, request }) => {
    const records = await recordsOf('load-balancing');
    await page.goto(ARTICLE);
    const links = await page
      .locator('a[download]')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    const files = [...new Set(links)];
    expect(files.length).toBeGreaterThanOrEqual(6);
    for (const file of files) {
      const text = await (await request.get(file)).text();
      const name = /([^/]+)\.(csv|json)$/.exec(file)!;
      const series = records.map((record) => record.series.find(({ id }) => id === name[1])!);
      const points = series.flatMap((one) => one.points);
      if (name[2] === 'json') {
        expect((JSON.parse(text) as { series: unknown }[]).map((one) => one.series)).toEqual(series);
        continue;
      }
      const [head, ...rows] = text.trimEnd().split('\r\n').map(fields);
      expect(new Set([head!.length, ...rows.map((row) => row.length)]).size).toBe(1);
      expect(rows).toHaveLength(points.length);
      const measure = series[0]!.measures[0]!.name;
      const column = head!.indexOf(measure);
      expect(rows.map((row) => Number(row[column]))).toEqual(points.map((point) => point.values[measure]!.value));
    }
  });
});
