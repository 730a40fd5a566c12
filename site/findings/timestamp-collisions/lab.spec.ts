import type { Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { asked, download, dragBy, labOf, middleOf, test, touch } from '@/e2e/labs';

const ARTICLE = '/findings/timestamp-collisions/';

const { lab, settled, open, figure, typed, slider, type, button, preset, choice } = labOf('timestamp-collisions');

const predicted = async (page: Page, name: string) =>
  Number(await lab(page).locator(`[data-predicted="${name}"]`).getAttribute('data-value'));

const timeline = (page: Page) => lab(page).locator('[data-zoom]');
const ties = (page: Page, kind: 'hit' | 'kept') => lab(page).locator(`[data-picture="line"] .mt-tl-tie--${kind}`);
const scheme = (page: Page) => choice(page, 'scheme');

/** Eight threads of a laptop with four cores: what an address means that leaves everything out. */
const EIGHT = '?threads=8';
const unfold = (page: Page) => lab(page).locator('.mt-lab-more > summary').click();

/** The start and the length of the stretch of time that the address asks for, in nanoseconds; NaN where it is the default. */
async function shown(page: Page): Promise<{ from: number; span: number }> {
  const search = await asked(page);
  const read = (name: string) => (search.has(name) ? Number(search.get(name)) : Number.NaN);
  return { from: read('from'), span: read('span') };
}

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('the lab of timestamps', { tag: '@once' }, () => {
  test('opens with two threads of the measured machine, of whose readings many collide', async ({ page }) => {
    await open(page);
    await expect(preset(page, 'measured')).toHaveAttribute('aria-pressed', 'true');
    expect(await figure(page, 'share')).toBeGreaterThan(0.1);
    expect(await figure(page, 'share')).toBeCloseTo(await predicted(page, 'share'), 2);
    // Of two threads, one of the two that coincide each time.
    expect(await figure(page, 'share-published')).toBeCloseTo((await figure(page, 'share')) / 2, 6);
    // A thread's own readings are a whole read apart, which is more than a step of the counter.
    expect(await figure(page, 'equal-neighbours')).toBe(0);
    await expect(ties(page, 'hit')).not.toHaveCount(0);
    expect(await figure(page, 'duplicates')).toBeGreaterThan(1);
    await expect(lab(page).locator('[data-known-words]')).toContainText('with this offset');
  });

  test.describe('the offset between the counters', () => {
    const collide = async (page: Page) => [await figure(page, 'share'), await ties(page, 'hit').count()] as const;

    test('makes the collisions vanish and come back under the mouse', async ({ page }) => {
      await open(page);
      const before = await collide(page);
      const box = (await slider(page, 'residue').boundingBox())!;
      const [x, y] = [box.x + 13, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + box.width / 3, y, { steps: 6 });
      await settled(page);
      expect(await collide(page)).toEqual([0, 0]);
      await expect(lab(page).locator('[data-result="share"]')).toHaveText('0%');
      await page.mouse.move(x, y, { steps: 6 });
      await page.mouse.up();
      await settled(page);
      expect(await collide(page)).toEqual(before);
    });

    test('makes them fewer with each tick by the keyboard, and none from three on', async ({ page }) => {
      await open(page);
      const shares = [await figure(page, 'share')];
      await slider(page, 'residue').focus();
      for (const words of [/^1 tick, /, /^2 ticks, /, /^3 ticks, /]) {
        await page.keyboard.press('ArrowRight');
        await settled(page);
        await expect(slider(page, 'residue')).toHaveAttribute('aria-valuetext', words);
        shares.push(await figure(page, 'share'));
      }
      expect(shares).toEqual(shares.toSorted((a, b) => b - a));
      expect(new Set(shares).size).toBe(4);
      expect(shares.at(-1)).toBe(0);
      // Nobody moved a reading: it is the counters that say something else.
      await expect(lab(page).locator('[data-picture="line"] .mt-tl-head')).not.toHaveCount(0);
    });

    test('that can change nothing says why', async ({ page }) => {
      await open(page);
      await preset(page, 'linux').click();
      await settled(page);
      await expect(lab(page).locator('[data-why="residue"]')).toContainText('hides any offset');
    });
  });

  for (const [device, width, height] of [
    ['a small phone', 360, 780],
    ['a laptop', 1280, 800],
  ] as const) {
    test(`shows its picture on the first screen of ${device}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto(ARTICLE);
      const picture = (await lab(page).locator('[data-picture="line"]').boundingBox())!;
      expect(height - picture.y).toBeGreaterThan(picture.height / 3);
    });
  }

  test.describe('changing the question', () => {
    test('by typing', async ({ page }) => {
      await open(page, EIGHT);
      await type(page, 'threads', '1');
      expect(await figure(page, 'share')).toBe(0);
      await expect(page).toHaveURL(/threads=1/);
    });

    test('by the keyboard alone', async ({ page }) => {
      await open(page, EIGHT);
      await slider(page, 'threads').focus();
      await page.keyboard.press('ArrowRight');
      await settled(page);
      await expect(slider(page, 'threads')).toHaveAttribute('aria-valuetext', '9 threads');
      await lab(page).getByRole('radio', { name: 'Time line' }).focus();
      await page.keyboard.press('ArrowRight');
      await expect(lab(page).getByRole('radio', { name: 'Identifiers' })).toBeChecked();
      await expect(page).toHaveURL(/view=table/);
      await expect(lab(page).locator('[data-table]')).toBeVisible();
    });

    test('by a preset, which is one step back', async ({ page }) => {
      await open(page);
      await preset(page, 'macos').click();
      await settled(page);
      await expect(typed(page, 'unit')).toHaveValue('1,000');
      await expect(preset(page, 'macos')).toHaveAttribute('aria-pressed', 'true');
      // Some 24 reads of 42 ns share each microsecond: all but the first equal the one before.
      expect(await figure(page, 'equal-neighbours')).toBeCloseTo(1 - 42 / 1000, 2);
      await page.goBack();
      await settled(page);
      await expect(typed(page, 'unit')).toHaveValue('1');
    });
  });

  test('every preset shows readings and comes to rest', async ({ page }) => {
    await open(page);
    const ids = await lab(page)
      .locator('[data-preset]')
      .evaluateAll((buttons) => buttons.map((each) => (each as HTMLElement).dataset['preset']!));
    expect(ids.length).toBeGreaterThan(3);
    expect(ids.length).toBeLessThanOrEqual(6);
    for (const id of ids) {
      await preset(page, id).click();
      await settled(page);
      await expect(preset(page, id), id).toHaveAttribute('aria-pressed', 'true');
      const count = /of ([\d,]+)/.exec(
        (await lab(page).locator('[data-result="duplicates"]').textContent()) ?? '',
      )?.[1];
      expect(Number(count?.replace(',', '')), id).toBeGreaterThan(10);
      expect(await figure(page, 'share'), id).toBeCloseTo(await predicted(page, 'share'), 1);
    }
  });

  test.describe('the remedies', () => {
    test('make the duplicates vanish, and say why', async ({ page }) => {
      await open(page);
      const words = lab(page).locator('[data-scheme-words]');
      await expect(words).toContainText('duplicates. It promises nothing');
      const colliding = await ties(page, 'hit').count();
      const others = await scheme(page)
        .locator('option')
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value).slice(1));
      expect(others).toHaveLength(7);
      for (const name of others) {
        await scheme(page).selectOption(name);
        await settled(page);
        expect(await figure(page, 'duplicates'), name).toBe(0);
        await expect(ties(page, 'hit'), name).toHaveCount(0);
        // The readings still coincide; it is the identifiers that do not.
        await expect(ties(page, 'kept'), name).toHaveCount(colliding);
        await expect(words, name).toContainText(/no two identifiers are equal\. (Guaranteed u|U)nique/);
      }
    });

    test('stand beside the readings in a table', async ({ page }) => {
      await open(page, '?view=table');
      const rows = lab(page).locator('[data-table] tbody tr');
      await expect(rows.locator('code').first()).toHaveText(/^\d+$/);
      expect(await lab(page).locator('.mt-tl-row--duplicate').count()).toBeGreaterThan(1);
      await scheme(page).selectOption('uuid-v7');
      await expect(rows.locator('code').first()).toHaveText(
        /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
      );
      await expect(lab(page).locator('.mt-tl-row--duplicate')).toHaveCount(0);
      expect(await lab(page).locator('.mt-tl-row--kept').count()).toBeGreaterThan(1);
    });
  });

  test.describe('the time line', () => {
    test('zooms and moves by its buttons, and goes back step by step', async ({ page }) => {
      await open(page);
      await unfold(page);
      await button(page, 'Show less time, nearer').click();
      await settled(page);
      const { span } = await shown(page);
      expect(span).toBeGreaterThan(0);
      await button(page, 'Later').click();
      await settled(page);
      expect((await shown(page)).span).toBe(span);
      const { from } = await shown(page);
      await button(page, 'Earlier').click();
      await settled(page);
      expect((await shown(page)).from).toBeCloseTo(from - span / 4, 1);
      await page.goBack();
      await settled(page);
      expect((await shown(page)).from).toBe(from);
      await button(page, 'Fit').click();
      await settled(page);
      expect(await shown(page)).toEqual({ from: Number.NaN, span: Number.NaN });
    });

    test('zooms and moves by keys', async ({ page }) => {
      await open(page);
      await timeline(page).focus();
      await page.keyboard.press('+');
      const near = (await shown(page)).span;
      await page.keyboard.press('+');
      expect((await shown(page)).span).toBeCloseTo(near / 2, 0);
      const { from } = await shown(page);
      await page.keyboard.press('ArrowRight');
      expect((await shown(page)).from).toBeGreaterThan(from);
      await page.keyboard.press('-');
      expect((await shown(page)).span).toBeCloseTo(near, 0);
      await settled(page);
    });

    test('is dragged sideways', async ({ page }) => {
      await open(page, '?from=200&span=200');
      await dragBy(page, timeline(page), { x: -60 });
      await settled(page);
      expect((await shown(page)).span).toBeCloseTo(200, 0);
      expect((await shown(page)).from).toBeGreaterThan(205);
      await page.goBack();
      await settled(page);
      expect((await shown(page)).from).toBe(200);
    });

    test('zooms by the wheel with Ctrl around the pointer, and leaves the wheel alone to the page', async ({
      page,
    }) => {
      await open(page, '?from=200&span=200');
      const { x, y } = await middleOf(timeline(page));
      await page.mouse.move(x, y);
      await page.keyboard.down('Control');
      await page.mouse.wheel(0, -300);
      await page.keyboard.up('Control');
      await expect.poll(async () => (await shown(page)).span).toBeLessThan(150);
      const { from, span } = await shown(page);
      // The middle stays where it was, but for the room that the lanes' names take.
      expect(from + span / 2).toBeGreaterThan(280);
      expect(from + span / 2).toBeLessThan(320);
      const scrolled = await page.evaluate(() => window.scrollY);
      await page.mouse.wheel(0, 200);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(scrolled);
      expect(await shown(page)).toEqual({ from, span });
    });

    test('jumps to the next collision, near enough to see the ticks', async ({ page }) => {
      await open(page, '?threads=2&cores=2&hardware=1');
      await button(page, 'Next collision').click();
      await expect.poll(() => ties(page, 'hit').count()).toBeGreaterThan(0);
      await settled(page);
      expect((await shown(page)).span).toBeLessThanOrEqual(40);
      const first = (await shown(page)).from;
      await button(page, 'Next collision').click();
      await expect.poll(async () => (await shown(page)).from).toBeGreaterThan(first);
    });

    test('simulates more where it is moved beyond what it has', async ({ page }) => {
      await open(page, '?from=150000&span=500');
      expect(await lab(page).locator('[data-picture="line"] .mt-tl-head').count()).toBeGreaterThan(0);
      await expect(lab(page).locator('[data-result="duplicates"]')).toHaveText(/of [1-9]/);
    });

    test('says in words what it shows', async ({ page }) => {
      await open(page);
      await expect(lab(page).locator('[data-picture="line"] svg')).toHaveAttribute(
        'aria-label',
        /2 threads’ readings of the clock over .*: \d+ readings, \d+ of them with a value that another thread read too/,
      );
    });

    test('ties readings together that stand on one tick, by more than colour', async ({ page }) => {
      await open(page, '?unit=100&step=100&cost=40&threads=3&cores=4&hardware=1');
      expect(await lab(page).locator('[data-picture="line"] .mt-tl-knot--hit').count()).toBeGreaterThan(1);
      // All readings of three threads within a tick are equal.
      await expect(lab(page).locator('[data-picture="line"] .mt-tl-stem:not(.mt-tl-stem--hit)')).toHaveCount(0);
    });
  });

  test.describe('the share by threads', () => {
    test('has the present point under the hand', async ({ page }) => {
      await open(page, '?view=curve');
      await dragBy(page, lab(page).locator('[data-handle="curve"] span'), { x: -90 });
      await settled(page);
      const threads = Number(await typed(page, 'threads').inputValue());
      expect(threads).toBeLessThan(8);
      await expect(page).toHaveURL(new RegExp(`threads=${threads}`));
    });

    test('compares published figures only with what is counted as they were', async ({ page }) => {
      await open(page, '?view=curve');
      const published = lab(page).locator('[data-picture="curve"] .mt-mark--published');
      await expect(published).toHaveCount(0);
      await lab(page).locator('[data-choice="definition"]').selectOption('published');
      await settled(page);
      await expect(published).not.toHaveCount(0);
      // Another clock is another question.
      await type(page, 'unit', '100');
      await expect(published).toHaveCount(0);
    });

    test('shows what was measured, for the machine it was measured on', async ({ page }) => {
      await open(page, '?view=curve');
      const measured = lab(page).locator('[data-picture="curve"] .mt-mark--measured');
      await expect(measured).toHaveCount(0);
      await preset(page, 'measured').click();
      await settled(page);
      expect(await measured.count()).toBeGreaterThan(3);
      await expect(lab(page).locator('[data-measured-key]')).toBeVisible();
    });
  });

  test('gives the same figures for the same seed, and others for a new one', async ({ page }) => {
    await open(page, '?seed=8&samples=2000');
    const other = await figure(page, 'share');
    await open(page, '?seed=7&samples=2000');
    const first = await figure(page, 'share');
    expect(first).not.toBe(other);
    await button(page, 'New seed').click();
    await expect(page).not.toHaveURL(/seed=7&|seed=7$/);
    await settled(page);
    await page.goBack();
    // The lab hears of the address a moment after the browser shows it.
    await expect(lab(page).locator('[data-seed]')).toHaveValue('7');
    await settled(page);
    expect(await figure(page, 'share')).toBe(first);
  });

  test('downloads as CSV what it shows', async ({ page }) => {
    await open(page, '?scheme=snowflake');
    const { rows } = await download(page, lab(page));
    const cell = (kind: string, name: string) => rows.find(([k, n]) => k === kind && n === name);
    expect(cell('parameter', 'scheme')?.[3]).toBe('snowflake');
    for (const name of ['share', 'share-published', 'equal-neighbours', 'duplicates']) {
      expect(Number(cell('figure', name)?.[3]), name).toBe(await figure(page, name));
    }
    const identifiers = rows.filter(([, name]) => name === 'nanoseconds').map((row) => row[6]);
    expect(identifiers.length).toBeGreaterThan(30);
    expect(new Set(identifiers).size).toBe(identifiers.length);
  });
});

test(
  'the time line is moved and pinched by fingers, and lets them scroll the page',
  { tag: '@touch' },
  async ({ page }) => {
    await open(page, '?from=200&span=200');
    const { x, y } = await middleOf(timeline(page));
    await touch(page, ...[0, 10, 20, 40, 60].map((by) => [[x - by, y]] as const));
    await settled(page);
    expect((await shown(page)).from).toBeGreaterThan(205);

    const fingers = (by: number) =>
      [
        [x - by, y],
        [x + by, y],
      ] as const;
    await touch(page, ...[30, 40, 50, 60].map(fingers));
    await settled(page);
    expect((await shown(page)).span).toBeLessThan(130);

    const [before, scrolled] = [await shown(page), await page.evaluate(() => window.scrollY)];
    await touch(page, ...[0, 20, 40, 80, 120].map((by) => [[x, y - by]] as const));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(scrolled);
    expect(await shown(page)).toEqual(before);
  },
);
