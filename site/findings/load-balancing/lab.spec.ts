import type { Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { asked, download, dragBy, expectAccessible, labOf, frames, middleOf, overflow, test, touch } from '@/e2e/labs';
import { watchMovement } from '@/e2e/layout-shift';
import { publishedOnDisk } from '@/kit/record/on-disk';
import { claim } from '@/kit/record/queries';

const ARTICLE = '/findings/load-balancing/';

const { path, tag, lab, settled, open, figure, typed, slider, type } = labOf('load-balancing');

const exact = async (page: Page, name: string) =>
  Number(await lab(page).locator(`[data-exact="${name}"]`).getAttribute('data-value'));

const view = (page: Page, name: string) => lab(page).getByRole('radio', { name, exact: true });

/** Watches from the next page on for how long the page does not answer; what the function gives is the longest time since the last call. */
async function watchLongTasks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const tasks: number[] = ((window as unknown as { tasks: number[] }).tasks = []);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  return () => page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks.splice(0)));
}

/** How many tiles are marked as placements that overload a server. */
const red = (page: Page): Promise<number> =>
  lab(page)
    .locator('.mt-tl-frames')
    .evaluate((frames) => (frames.getAttribute('d') ?? '').split('M').length - 1);

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('the lab of load balancing', { tag: '@once' }, () => {
  test('opens with the article’s example, whose exact chances are known', async ({ page }) => {
    await open(page);
    expect(await figure(page, 'p99')).toBe(97);
    expect(await figure(page, 'mean')).toBeCloseTo(1000 / 13, 9);
    expect(await exact(page, 'p-any-over')).toBeCloseTo(0.04503, 5);
    expect(await figure(page, 'p-any-over')).toBeCloseTo(0.04503, 2);
    expect(await figure(page, 'servers-needed')).toBe(14);
  });

  test('opens on what the article found: some of a hundred placements overload a server', async ({ page }) => {
    await open(page);
    await expect(view(page, '100 placements')).toBeChecked();
    const over = await figure(page, 'tiles-over');
    expect(over).toBe(Math.round(100 * (await exact(page, 'p-any-over'))));
    expect(await red(page)).toBe(over);
    // The very figure that the article gives.
    const [any] = claim(publishedOnDisk('load-balancing')[0]!, 'any-server-thirteen').figures;
    expect(await figure(page, 'p-any-over')).toBe(any!.measured!.value);
    await expect(lab(page).locator('.mt-lb-headline')).toContainText(
      `${over} of these 100 placements overload a server`,
    );
  });

  test('makes the red vanish by one server more, and come back, by mouse and by keys', async ({ page }) => {
    await open(page);
    const over = await red(page);
    const servers = slider(page, 'servers');
    const { x, y, width } = (await servers.boundingBox())!;
    const [position, stops] = await servers.evaluate((one: HTMLInputElement) => [one.valueAsNumber, Number(one.max)]);
    const THUMB = 24;
    const stop = (width - THUMB) / stops!;
    const thumb = x + THUMB / 2 + position! * stop;
    await page.mouse.move(thumb, y + 10);
    await page.mouse.down();
    await page.mouse.move(thumb + stop, y + 10, { steps: 4 });
    await page.mouse.up();
    await settled(page);
    await expect(typed(page, 'servers')).toHaveValue('14');
    expect(await red(page)).toBe(0);
    expect(await figure(page, 'tiles-over')).toBe(0);
    await expect(lab(page).locator('.mt-lb-headline')).toContainText('None of these 100 placements overloads a server');
    await servers.press('ArrowLeft');
    await settled(page);
    await expect(typed(page, 'servers')).toHaveValue('13');
    expect(await red(page)).toBe(over);
    // Where there is room for more, nothing needs to be placed anew.
    await type(page, 'capacity', '120');
    expect(await red(page)).toBe(0);
    await expect(lab(page).locator('[data-live]')).toContainText('None of these 100 placements overloads a server');
  });

  test('keeps what old links mean: without a view they show one placement', async ({ page }) => {
    await open(page, '?servers=13');
    await expect(view(page, 'One')).toBeChecked();
    await expect(lab(page).locator('[data-picture="one"] svg')).toBeVisible();
    // A preset that there is no longer: ten servers, which a perfect balance would fill.
    await open(page, '?servers=10');
    await expect(view(page, 'One')).toBeChecked();
    expect(await exact(page, 'p-any-over')).toBeGreaterThan(0.99);
  });

  test('folds what a reader may do without, and unfolds what a link sets', async ({ page }) => {
    await open(page);
    await expect(typed(page, 'repetitions')).toBeHidden();
    await expect(typed(page, 'capacity')).toBeVisible();
    await open(page, '?repetitions=1000');
    await expect(typed(page, 'repetitions')).toBeVisible();
  });

  test('says of what takes days how long it takes, answers meanwhile, and stops when asked to', async ({ page }) => {
    const moved = await watchMovement(page);
    const longest = await watchLongTasks(page);
    await page.goto(
      `${path}?items=1000000&servers=100000&repetitions=1000000&strategy=two-choices&choices=64&view=many`,
    );
    await lab(page).scrollIntoViewIfNeeded();
    const legend = lab(page).locator('[data-progress]');
    await expect(legend).toHaveText(/^\d+ of 1,000,000 placements simulated$/, { timeout: 20_000 });
    const before = await moved();
    const notice = lab(page).locator('.mt-lab-long');
    const words = /^This takes about \d+ (hours|days) more\. What is shown is partial\.$/;
    await expect(notice.locator('p')).toHaveText(words, { timeout: 20_000 });
    await expect(lab(page).locator('[data-live]')).toHaveText(words);
    const bar = notice.getByRole('progressbar', { name: 'Work done' });
    expect(await bar.evaluate(({ value }: HTMLProgressElement) => value)).toBeGreaterThan(0);
    await expect(lab(page)).toHaveAttribute('data-state', 'busy');
    await expect(lab(page).locator('[data-figure="p99"]')).toHaveAttribute('data-partial');
    expect((await download(page, lab(page))).name).toBe('load-balancing-many-partial.csv');
    // On a machine that is busy with something else, a while at some time is enough.
    await expect(async () => {
      await longest();
      await page.waitForTimeout(500);
      expect(await longest()).toBeLessThan(200);
    }).toPass({ timeout: 20_000 });
    await expectAccessible(page, tag);

    await notice.getByRole('button', { name: 'Stop' }).click();
    await expect(notice.locator('p')).toHaveText(/^Stopped, with [\d.]+% done\. What is shown is partial\.$/);
    await expect(lab(page)).toHaveAttribute('data-state', 'stopped');
    await expect(notice.getByRole('button', { name: 'Go on' })).toBeFocused();
    // Numbers that grow by a digit move what is beside them.
    expect((await moved()) - before).toBeLessThan(0.001);

    await page.keyboard.press('Enter');
    await expect(notice.locator('p')).toHaveText(words);
    await expect(lab(page)).toHaveAttribute('data-state', 'busy');
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await overflow(page)).toBe(0);
    // The next question waits for no more than the placement under way.
    await lab(page).getByRole('button', { name: 'Reset' }).click();
    await settled(page);
    await expect(notice).toHaveCount(0);
    await expect(lab(page).locator('[data-figure="p99"]')).not.toHaveAttribute('data-partial');
  });

  test('says of a plan that is worked out nothing that answers another question', async ({ page }) => {
    await page.goto(`${path}?items=10000000&servers=100000&strategy=two-choices&choices=64&view=planner`);
    await lab(page).scrollIntoViewIfNeeded();
    await expect(lab(page).locator('[data-plan-words]')).toHaveText('Working it out…', { timeout: 20_000 });
    await expect(lab(page).locator('[data-picture="planner"]')).toHaveAttribute('data-stale');
  });

  test('answers while ten million items are placed and gone through', async ({ page }) => {
    const longest = await watchLongTasks(page);
    await open(page, '?items=10000000&servers=100000&strategy=random&repetitions=1&view=one');
    const scrub = lab(page).locator('[data-scrub]');
    // On a machine that is busy with something else, once at some time is enough.
    await expect(async () => {
      await longest();
      for (const items of [5_100_000, 9_900_000, 2_600_000, 10_000_000]) {
        await scrub.fill(String(items));
        await frames(page, 2);
      }
      await expect(lab(page).locator('[data-position]')).toHaveText('10,000,000 of 10,000,000');
      expect(await longest()).toBeLessThan(200);
    }).toPass({ timeout: 20_000 });
  });

  for (const [device, width, height] of [
    ['a small phone', 360, 780],
    ['a laptop', 1280, 800],
  ] as const) {
    test(`shows its picture on the first screen of ${device}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto(ARTICLE);
      const picture = (await lab(page).locator('[data-picture="tiles"]').boundingBox())!;
      // A third of it has to show: enough tiles for a red one.
      expect(height - picture.y).toBeGreaterThan(picture.height / 3);
    });
  }

  test.describe('changing the question', () => {
    test('by typing', async ({ page }) => {
      await open(page);
      await type(page, 'servers', '14');
      expect(await exact(page, 'p-any-over')).toBeCloseTo(0.004814, 6);
      await expect(page).toHaveURL(/servers=14/);
    });

    test('by the keyboard alone', async ({ page }) => {
      await open(page);
      await slider(page, 'servers').focus();
      await page.keyboard.press('ArrowRight');
      await settled(page);
      await expect(slider(page, 'servers')).toHaveAttribute('aria-valuetext', '14 servers');
      expect(await exact(page, 'p-any-over')).toBeCloseTo(0.004814, 6);
      await view(page, '100 placements').focus();
      await page.keyboard.press('ArrowRight');
      await expect(view(page, 'One')).toBeChecked();
      await page.keyboard.press('ArrowRight');
      await expect(view(page, 'Distribution')).toBeChecked();
      await expect(page).toHaveURL(/view=many/);
    });

    test('by dragging the capacity line itself', async ({ page }) => {
      await open(page, '?view=one');
      await dragBy(page, lab(page).locator('[data-handle="one"] span'), { y: 40 });
      await settled(page);
      const capacity = Number(await typed(page, 'capacity').inputValue());
      expect(capacity).toBeGreaterThan(60);
      expect(capacity).toBeLessThan(95);
      await expect(page).toHaveURL(new RegExp(`capacity=${capacity}`));
      expect(await figure(page, 'p-any-over')).toBeGreaterThan(0.3);
      await page.goBack();
      await settled(page);
      await expect(typed(page, 'capacity')).toHaveValue('100');
    });
  });

  test('gives the same figures for the same seed, and others for a new one', async ({ page }) => {
    await open(page, '?seed=9&repetitions=1000');
    const other = await figure(page, 'p-server-over');
    await open(page, '?seed=7&repetitions=1000');
    const first = await figure(page, 'p-server-over');
    expect(first).not.toBe(other);
    await lab(page).getByRole('button', { name: 'New seed' }).click();
    await expect(page).not.toHaveURL(/seed=7&|seed=7$/);
    await settled(page);
    await page.goBack();
    // The lab hears of the address a moment after the browser shows it.
    await expect(lab(page).locator('[data-seed]')).toHaveValue('7');
    await settled(page);
    expect(await figure(page, 'p-server-over')).toBe(first);
  });

  test.describe('one placement', () => {
    test('stands finished under reduced motion, and still plays when asked', async ({ page }) => {
      await open(page, '?view=one');
      const count = lab(page).locator('[data-position]');
      await expect(count).toHaveText('1,000 of 1,000');
      await frames(page, 20);
      await expect(count).toHaveText('1,000 of 1,000');
      await lab(page).getByRole('button', { name: 'Replay' }).click();
      await expect(count).not.toHaveText('1,000 of 1,000');
      await lab(page).getByRole('button', { name: 'Pause' }).click();
      const paused = await count.textContent();
      await frames(page, 12);
      await expect(count).toHaveText(paused ?? '');
      await lab(page).getByRole('button', { name: 'One item on' }).click();
      const step = Number(/^[\d,]+/.exec(paused ?? '')?.[0].replace(',', '')) + 1;
      await expect(count).toHaveText(new RegExp(`^${step.toLocaleString('en-US')} of`));
    });

    test('can be scrubbed with the keyboard', async ({ page }) => {
      await open(page, '?view=one');
      const scrub = lab(page).getByRole('slider', { name: 'Items placed so far' });
      await scrub.focus();
      await page.keyboard.press('Home');
      await expect(lab(page).locator('[data-position]')).toHaveText('0 of 1,000');
      await expect(lab(page).locator('[data-part="within0"]')).toHaveAttribute('d', '');
    });

    test('draws 100,000 servers as well as 13', async ({ page }) => {
      await open(page, '?items=1000000&servers=100000&capacity=20&repetitions=10');
      await expect(lab(page).locator('[data-picture="one"] svg')).toContainText('100,000 servers');
    });
  });

  test.describe('with motion', () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' } });

    test('plays another example, not by itself, and rests off screen', async ({ page }) => {
      await page.goto(`${ARTICLE}?view=one`);
      const count = lab(page).locator('[data-position]');
      await lab(page).locator('[data-picture="one"]').scrollIntoViewIfNeeded();
      await settled(page);
      await expect(count).toHaveText('1,000 of 1,000');
      await lab(page).getByRole('button', { name: '14 servers' }).click();
      await expect(lab(page).getByRole('button', { name: 'Pause' })).toBeVisible();
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await frames(page, 12);
      const away = await count.textContent();
      await frames(page, 12);
      await expect(count).toHaveText(away ?? '');
    });
  });

  test('downloads as CSV what it shows', async ({ page }) => {
    await open(page, '?view=many&servers=14');
    const { name, rows } = await download(page, lab(page));
    expect(name).toBe('load-balancing-many.csv');
    const cell = (kind: string, name: string) => rows.find(([k, n]) => k === kind && n === name);
    expect(cell('parameter', 'servers')?.[3]).toBe('14');
    for (const name of ['p50', 'p95', 'p99', 'p999', 'mean', 'imbalance', 'p-server-over', 'p-any-over']) {
      expect(Number(cell('figure', name)?.[3]), name).toBe(await figure(page, name));
      expect(Number(cell('figure', name)?.[4]), name).toBe(await exact(page, name));
    }
    const shares = rows.filter(([kind]) => kind === 'share of servers').map((row) => Number(row[3]));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
  });

  test.describe('the planner', () => {
    test('reads off the servers needed, exactly for random placement', async ({ page }) => {
      await open(page, '?view=planner&capacity=50');
      expect(await figure(page, 'servers-needed')).toBe(33);
      await lab(page).locator('[data-choice="scope"]').selectOption('server');
      await settled(page);
      expect(await figure(page, 'servers-needed')).toBe(28);
      await expect(lab(page).locator('[data-plan-words]')).toContainText('28 servers keep');
    });

    test('says what doubling the work costs', async ({ page }) => {
      await open(page, '?view=planner');
      await lab(page).getByRole('button', { name: 'Now double the work' }).click();
      await settled(page);
      await expect(typed(page, 'items')).toHaveValue('2,000');
      await expect(lab(page).locator('[data-scaling]')).toContainText('servers where 14 were enough');
    });

    test('simulates what has no closed form', async ({ page }) => {
      await open(page, '?view=planner&strategy=two-choices&repetitions=1000');
      const needed = await figure(page, 'servers-needed');
      expect(needed).toBeGreaterThanOrEqual(10);
      expect(needed).toBeLessThanOrEqual(12);
      await expect(lab(page).locator('[data-exact="servers-needed"]')).toBeEmpty();
    });
  });

  test('times itself, from what the reader did to the figures', async ({ page }) => {
    await open(page);
    // A slider tells of a move twice; its reader waits from the first time on.
    await page.evaluate(() => {
      // The lab has timed its first answer, too.
      performance.clearMeasures();
      addEventListener('change', () => performance.mark('moved-and-rests'), { capture: true, once: true });
    });
    await slider(page, 'servers').press('ArrowRight');
    await settled(page);
    const startOf = (name: string) =>
      page.evaluate((name) => performance.getEntriesByName(name)[0]?.startTime ?? null, name);
    await expect.poll(() => startOf('mt-lab-update')).not.toBeNull();
    expect(await startOf('mt-lab-update')).toBeLessThan((await startOf('moved-and-rests'))!);
  });
});

test(
  'the capacity line is dragged by a finger, under which the page stands still',
  { tag: '@touch' },
  async ({ page }) => {
    await open(page, '?view=one');
    const { x, y } = await middleOf(lab(page).locator('[data-handle="one"] span'));
    const scrolled = await page.evaluate(() => window.scrollY);
    await touch(page, ...[0, 8, 16, 24, 32, 40].map((by) => [[x, y + by]] as const));
    await settled(page);
    const capacity = Number(await typed(page, 'capacity').inputValue());
    expect(capacity).toBeGreaterThan(50);
    expect(capacity).toBeLessThan(95);
    expect((await asked(page)).get('capacity')).toBe(String(capacity));
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  },
);
