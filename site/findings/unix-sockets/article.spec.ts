import { formatBare, formatIntervalBare } from '@/kit/chart/format';
import { claim, point, points, series, type Settings } from '@/kit/record/queries';
import type { MeasurementRecord } from '@/kit/record/types';
import { articleOf, plain, testClaims, testDownloads, testEveryFigure, written } from '@/e2e/articles';
import { expect, test } from '@/e2e/fixtures';

const article = articleOf('unix-sockets');
const { record } = article;

const PER_MESSAGE = { pattern: 'per-message', bytes: 12 };
/** Panels of a figure, and how many curves each has. */
const PANELS = { '#round-trips': [6, 2], '#throughput': [2, 3], '#echo': [2, 2] } as const;

/** How many times as fast as TCP a Unix socket is. */
const ratioOf = (from: MeasurementRecord, at: Settings) => point(series(from, 'ratios'), at).values['ratio']!;

test.beforeEach(async ({ page }) => {
  await page.goto(article.path);
});

test.describe('the first sentences', { tag: '@once' }, () => {
  test('say the ratio on one core, on all, and with the connection kept, as measured', async ({ page }) => {
    const from = await record();
    const ratios = [
      { ...PER_MESSAGE, cores: 'one' },
      { ...PER_MESSAGE, cores: 'all' },
      { pattern: 'ping-pong', bytes: 64, cores: 'all' },
    ].map((at) => written(ratioOf(from, at).value, '1'));
    const figures = page.locator('.mt-lead .mt-inline-figure');
    await expect(figures.locator('.mt-inline-value')).toHaveText(ratios);
    for (const figure of await figures.all()) await expect(figure).toHaveAttribute('data-figure', 'measured');
  });

  test('stand above the lab, on the first screen', async ({ page }) => {
    const lead = await page.locator('.mt-lead').boundingBox();
    const lab = await page.locator('mt-unix-sockets-lab').boundingBox();
    expect(lab!.y).toBeGreaterThan(lead!.y);
    expect(lab!.y).toBeLessThan(page.viewportSize()!.height);
  });
});

test.describe('the ratios on one axis', { tag: '@once' }, () => {
  const drawing = '#ratios .mt-figure-wide svg[role="img"]';

  test('have both cores side by side, each with its interval', async ({ page }) => {
    const from = await record();
    for (const cores of ['all', 'one']) {
      const ratio = ratioOf(from, { ...PER_MESSAGE, cores });
      const row = page
        .locator('#ratios .mt-data tbody tr')
        .filter({ hasText: 'A connection for each message' })
        .filter({ hasText: `${cores} core` });
      await expect(row.locator('td').nth(2)).toHaveText(formatBare(ratio.value, '1'));
      await expect(row.locator('td').nth(3)).toHaveText(formatIntervalBare(ratio, '1'));
    }
  });

  test('draw a dot for each row of the table, and what was published as diamonds', async ({ page }) => {
    const rows = page.locator('#ratios .mt-data tbody tr');
    await expect(page.locator(`${drawing} .mt-mark--measured`)).toHaveCount(await rows.count());
    const known = ['ratios', 'proxy-ratios', 'docker-ratios'].flatMap(
      (id) => (points: MeasurementRecord) =>
        points.series.find((one) => one.id === id)?.points.filter(({ published }) => published?.['ratio']) ?? [],
    );
    const from = await record();
    const published = known.flatMap((of) => of(from));
    expect(published.length).toBeGreaterThan(0);
    await expect(page.locator(`${drawing} .mt-mark--published`)).toHaveCount(published.length);
  });

  test('say in the key that pale dots are of one core', async ({ page }) => {
    const pale = page.locator('#ratios .mt-figure-key > span').filter({ has: page.locator('.mt-quiet') });
    await expect(pale).toHaveText(/^\s*one core\s*$/);
  });
});

test.describe('charts are the record’s', { tag: '@once' }, () => {
  test('panels have every curve, and a dot for every size', async ({ page }) => {
    for (const [figure, [panels, curves]] of Object.entries(PANELS)) {
      const drawings = page.locator(`${figure} .mt-panels > li`);
      await expect(drawings).toHaveCount(panels);
      const first = drawings.first().locator('div').last().locator('svg[role="img"]');
      await expect(first.locator('.mt-stroke--measured')).toHaveCount(curves);
      const rows = await page.locator(`${figure} .mt-data tbody tr`).count();
      await expect(drawings.locator('div:last-child .mt-mark--measured')).toHaveCount(rows);
      expect(rows % (panels * curves)).toBe(0);
    }
  });

  test('what the parts predict is dashed, and only that: medians, not percentiles', async ({ page }) => {
    const from = await record();
    for (const cores of ['all', 'one']) {
      const known = points(series(from, 'ping-pong'), { transport: 'tcp', cores });
      expect(known.filter(({ predicted }) => predicted?.['p50_seconds']).length).toBeGreaterThan(4);
    }
    const panels = page.locator('#round-trips .mt-panels > li');
    await expect(panels.filter({ hasText: 'p50' }).locator('.mt-panels-medium .mt-stroke--predicted')).toHaveCount(4);
    await expect(page.locator('#round-trips .mt-panels-medium .mt-stroke--predicted')).toHaveCount(4);
  });

  test('the latency table has every percentile with its interval', async ({ page }) => {
    const at = { transport: 'unix', cores: 'all', message_bytes: 1024 };
    const { values } = point(series(await record(), 'ping-pong'), at);
    for (const [panel, measure] of [
      ['p50, all cores', 'p50_seconds'],
      ['p99.9, all cores', 'p999_seconds'],
    ] as const) {
      const row = page
        .locator('#round-trips .mt-data tbody tr')
        .filter({ hasText: panel })
        .filter({ hasText: 'Unix' })
        .filter({ hasText: plain('1 KiB') });
      await expect(row).toContainText(plain(formatBare(values[measure]!.value, 's')));
      await expect(row).toContainText(plain(formatIntervalBare(values[measure]!, 's')));
    }
  });

  test('the table of messages stands beside what was published', async ({ page }) => {
    const from = await record();
    const tcp = point(series(from, 'per-message'), { transport: 'tcp', cores: 'all' });
    const sentence = page.locator('p', { hasText: 'In the published test' });
    await expect(sentence.locator('.mt-inline-value').first()).toHaveText(
      written(tcp.published!['messages_per_second']!, 'messages per second'),
    );
    const row = page.locator('table:has(.mt-inline-figure) tr', { hasText: 'all cores' });
    await expect(row.locator('.mt-inline-value').first()).toHaveText(
      formatBare(tcp.values['messages_per_second']!.value, 'messages per second'),
    );
  });
});

test.describe('what takes other programs', { tag: '@once' }, () => {
  for (const [id, figure, otherwise] of [
    ['proxy', '#proxy', 'No machine of these records had nginx and wrk'],
    ['docker', '#containers', 'No machine of these records could start Docker'],
  ] as const) {
    test(`${id}: has a dot for each row and way, or says that nobody could measure it`, async ({ page }) => {
      const known = (await record()).series.find((one) => one.id === id)?.points ?? [];
      if (known.length === 0) {
        await expect(page.getByText(otherwise)).toBeVisible();
        await expect(page.locator(figure)).toHaveCount(0);
        return;
      }
      await expect(page.getByText(otherwise)).toHaveCount(0);
      const shown = known.filter(({ at }) => at['server'] !== 'nginx-static');
      await expect(page.locator(`${figure} .mt-figure-wide .mt-mark--measured`)).toHaveCount(shown.length);
    });
  }
});

testClaims(article);
testEveryFigure(6);
testDownloads(article, ['cross-check']);

test.describe('on the home page', { tag: '@once' }, () => {
  test('the picture has a line and a ratio for each row, and a diamond where one was published', async ({ page }) => {
    await page.goto('/');
    const from = await record();
    const entry = page.locator('article', { hasText: 'Unix sockets against TCP' });
    const [shown] = claim(from, 'twice-per-message').figures.filter(({ label }) => label.includes('all cores'));
    await expect(entry.locator('strong')).toHaveText(written(shown!.measured!.value, '1'));
    const picture = entry.locator('svg.mt-thumbnail');
    const lines = await picture.locator('.line').count();
    expect(lines).toBeGreaterThanOrEqual(3);
    await expect(picture.locator('.said')).toHaveCount(lines);
    const ratio = ratioOf(from, { ...PER_MESSAGE, cores: 'one' });
    await expect(picture.locator('.said').first()).toHaveText(`${formatBare(ratio.value, '1')}×`);
    expect(await picture.locator('.mt-mark--published').count()).toBeGreaterThan(0);
  });
});
