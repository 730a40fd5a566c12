/** The live measurement: workers of a real browser read its clock. */
import type { Page } from '@playwright/test';
import { fetchReader, unreadPoints } from '@/e2e/charts';
import { expect, test } from '@/e2e/fixtures';
import { download, expectAccessible, figure, labOf, overflow } from '@/e2e/labs';

const { lab: clock, path } = labOf('timestamp-collisions', 'live');

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('this browser’s clock', { tag: '@once' }, () => {
  /** A worker may have to wait for a busy machine, and does so for at most ten seconds in each of three steps. */
  const TIMEOUT = { timeout: 40_000 };
  const READER = '**/clock-reader*';

  const open = async (page: Page, query = '') => {
    await page.goto(path + query);
    await clock(page).scrollIntoViewIfNeeded();
    await expect(clock(page)).toHaveAttribute('data-state', 'idle');
  };
  const measure = (page: Page) =>
    clock(page)
      .getByRole('button', { name: /^Measure/ })
      .click();
  const done = (page: Page) => expect(clock(page)).toHaveAttribute('data-state', 'done', TIMEOUT);
  const threads = (page: Page) => clock(page).getByRole('combobox');

  /** Has the page served as a host would that isolates it from other origins. */
  const isolate = (page: Page) =>
    page.route('**/*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        headers: {
          ...response.headers(),
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-embedder-policy': 'require-corp',
        },
      });
    });

  /** Counts again, from the file, what the page says it counted. */
  function recount(rows: string[][], key: (row: string[], origin: number) => number) {
    const readers = new Map<number, Map<string, number>>();
    const origins = new Map(
      rows.filter(([kind]) => kind === 'origin').map(([, , worker, , origin]) => [worker, Number(origin)]),
    );
    const total = { readings: 0, pairs: 0, equal: 0, colliding: 0, coincidences: 0 };
    for (const row of rows.filter(([kind]) => kind === 'reading')) {
      const [, , worker = '', , , times] = row;
      const value = key(row, origins.get(worker) ?? Number.NaN);
      const count = Number(times);
      const here = readers.get(value) ?? new Map<string, number>();
      readers.set(value, here.set(worker, (here.get(worker) ?? 0) + count));
      total.readings += count;
      total.equal += count - 1;
    }
    total.pairs = total.readings - origins.size;
    for (const here of readers.values()) {
      if (here.size < 2) continue;
      total.coincidences += here.size - 1;
      for (const count of here.values()) total.colliding += count;
    }
    return total;
  }

  test('is read by workers, and told from the hardware', async ({ page }) => {
    await open(page);
    await expect(clock(page).getByRole('button', { name: 'Download CSV' })).toBeDisabled();
    await measure(page);
    await done(page);
    const words = clock(page).locator('[data-words]');
    await expect(words).toContainText('workers read this browser’s clock');
    await expect(words).toContainText('not your hardware');
    await expect(words).toContainText('was not cross-origin isolated');
    await expect(clock(page).locator('[data-live]')).toContainText('workers read this browser’s clock');
    const step = await figure(clock(page), 'step');
    expect(step).toBeGreaterThan(0);
    expect(await figure(clock(page), 'smallest-step')).toBeLessThanOrEqual(step);
    for (const name of ['equal-neighbours', 'per-sample', 'as-published', 'sums']) {
      const share = await figure(clock(page), name);
      expect(share, name).toBeGreaterThanOrEqual(0);
      expect(share, name).toBeLessThanOrEqual(1);
    }
    expect(await figure(clock(page), 'as-published')).toBeLessThanOrEqual(await figure(clock(page), 'per-sample'));
    expect(await figure(clock(page), 'read-cost')).toBeLessThan(step);
    await expect(clock(page).getByRole('img', { name: /steps of the clock/ })).toBeVisible();
    await fetchReader(page, clock(page).locator('[data-lanes] [data-read]'));
    const { charts, problems } = await unreadPoints(page);
    expect({ charts, problems }).toEqual({ charts: 1, problems: [] });
    await expectAccessible(page, 'mt-live-clock');
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
    }
  });

  test('is shown as it was read: the file gives the same figures', async ({ page }) => {
    await open(page, '?live-threads=2');
    await measure(page);
    await done(page);
    const { name, rows } = await download(page, clock(page));
    expect(name).toBe('your-clock.csv');
    const times = recount(rows, ([, , , time]) => Number(time));
    const sums = recount(rows, ([, , , , now], origin) => origin + Number(now));
    expect(await figure(clock(page), 'readings')).toBe(times.readings);
    expect(await figure(clock(page), 'equal-neighbours')).toBe(times.equal / times.pairs);
    expect(await figure(clock(page), 'per-sample')).toBe(times.colliding / times.readings);
    expect(await figure(clock(page), 'as-published')).toBe(times.coincidences / times.readings);
    expect(await figure(clock(page), 'sums')).toBe(sums.colliding / times.readings);
    for (const [kind, figureName, , , value] of rows) {
      if (kind === 'figure') expect(Number(value), figureName).toBe(await figure(clock(page), figureName ?? ''));
    }
  });

  test('is finer where the page is isolated, and the page says that it is', async ({ page }) => {
    await open(page, '?live-threads=2');
    await measure(page);
    await done(page);
    const coarse = await figure(clock(page), 'step');
    await isolate(page);
    await page.reload();
    await clock(page).scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await measure(page);
    await done(page);
    await expect(clock(page).locator('[data-words]')).toContainText('This page was cross-origin isolated');
    expect(await figure(clock(page), 'step')).toBeLessThan(coarse);
  });

  test('has nobody to collide with when a single worker reads it', async ({ page }) => {
    await open(page);
    await threads(page).selectOption('1');
    await expect(page).toHaveURL(/live-threads=1/);
    await measure(page);
    await done(page);
    await expect(clock(page).locator('[data-words]')).toContainText('nobody to collide with');
    await expect(clock(page).locator('[data-result="per-sample"]')).toHaveText('–');
    await page.goBack();
    await expect(threads(page)).toHaveValue('all');
  });

  test('keeps the page free while it is read', async ({ page }) => {
    await open(page);
    await page.evaluate(() => {
      const state = window as unknown as { frames: number };
      state.frames = 0;
      const count = () => {
        if (document.querySelector('mt-live-clock')?.getAttribute('data-state') === 'measuring') state.frames++;
        requestAnimationFrame(count);
      };
      count();
    });
    await measure(page);
    await done(page);
    // Not how many: only that there were any while workers read for a second.
    expect(await page.evaluate(() => (window as unknown as { frames: number }).frames)).toBeGreaterThan(2);
  });

  test.describe('where workers fail', () => {
    test.use({ expectedComplaints: [/clock-reader|ERR_FAILED/] });

    test('is not read, which is said, and can be tried again', async ({ page }) => {
      await open(page, '?live-threads=2');
      await page.route(READER, (route) => route.abort());
      await measure(page);
      await expect(clock(page)).toHaveAttribute('data-state', 'failed', TIMEOUT);
      await expect(clock(page).getByRole('alert')).toContainText('None of the 2 workers gave anything');
      await expectAccessible(page, 'mt-live-clock');
      await page.unroute(READER);
      await measure(page);
      await done(page);
      await expect(clock(page).getByRole('alert')).toBeHidden();
    });
  });

  test.describe('in the middle of a measurement', () => {
    test.beforeEach(async ({ page }) => {
      // Workers that say nothing keep it in the middle for as long as a test needs.
      await page.route(READER, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
      await open(page);
      await measure(page);
      await expect(clock(page)).toHaveAttribute('data-state', 'measuring');
    });

    test('can be left alone again', async ({ page }) => {
      await clock(page).getByRole('button', { name: 'Stop' }).click();
      await expect(clock(page)).toHaveAttribute('data-state', 'idle');
      await expect(clock(page).locator('[data-progress]')).toHaveText('Stopped.');
      expect(page.workers().filter((worker) => worker.url().includes('clock-reader'))).toEqual([]);
    });

    test('is left alone when the page goes to the background', async ({ page }) => {
      await page.evaluate(() => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
        document.dispatchEvent(new Event('visibilitychange'));
      });
      await expect(clock(page)).toHaveAttribute('data-state', 'idle');
      await expect(clock(page).locator('[data-progress]')).toContainText('went to the background');
    });
  });
});
