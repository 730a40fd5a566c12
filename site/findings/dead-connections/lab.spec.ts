import type { Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { asked, dragBy, labOf, test } from '@/e2e/labs';

const { lab, settled, open, figure, typed, slider, type, button, preset, choice } = labOf('dead-connections');

const moment = (page: Page) => lab(page).locator('[data-moment]');
const scrub = (page: Page) => lab(page).locator('[data-scrub]');
const more = (page: Page) => lab(page).locator('.mt-lab-more summary');
const picture = (page: Page) => lab(page).locator('[data-picture="line"] svg');

/** Drags a handle on the picture by some pixels. */
async function drag(page: Page, name: string, by: number): Promise<void> {
  await dragBy(page, lab(page).locator(`[data-handle="${name}"] span`), { x: by });
  await settled(page);
}

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('the lab of dead connections', { tag: '@once' }, () => {
  test.describe('side by side', () => {
    const lanes = (page: Page) => lab(page).locator('[data-picture="lanes"] svg');
    const ends = async (page: Page) => [await figure(page, 'idle-after'), await figure(page, 'awaiting-after')];

    test('the user timeout is dragged to where the idle one ends, and off again', async ({ page }) => {
      await open(page);
      const box = (await lanes(page).boundingBox())!;
      const handle = lab(page).locator('[data-handle="limit"] span');
      const place = async () => (await handle.boundingBox())!.x;
      const off = await place();
      // Axis and grip both count from the middle of the grip; a minute and a half of twenty is where the idle one ends.
      const minute = (off + 15 - box.x - 136) / 20;
      await drag(page, 'limit', -18.5 * minute);
      const [idle, awaiting] = await ends(page);
      expect(awaiting).toBeLessThan(110);
      expect(Math.abs(awaiting! - idle!)).toBeLessThan(20);
      expect(Number((await asked(page)).get('timeout'))).toBeGreaterThan(70_000);
      expect(await place()).toBeLessThan(box.x + 0.3 * box.width);
      await drag(page, 'limit', 2 * box.width);
      expect(await ends(page)).toEqual([90, expect.any(Number)]);
      expect((await ends(page))[1]).toBeGreaterThan(924.6);
      expect(await place()).toBe(off);
      expect((await asked(page)).toString()).toBe('');
    });

    test('the user timeout is set by keys and typed, and turned off at the end of its ruler', async ({ page }) => {
      await open(page);
      await expect(slider(page, 'timeout')).toHaveAttribute('aria-valuetext', 'off');
      await type(page, 'timeout', '90000');
      const [idle, awaiting] = await ends(page);
      expect(idle).toBe(90);
      expect(awaiting).toBeCloseTo(90, -0.5);
      await slider(page, 'timeout').press('ArrowLeft');
      await settled(page);
      expect(await ends(page)).toEqual([75, expect.any(Number)]);
      await slider(page, 'timeout').press('End');
      await settled(page);
      await expect(slider(page, 'timeout')).toHaveAttribute('aria-valuetext', 'off');
      expect((await ends(page))[1]).toBeGreaterThan(924.6);
    });
  });

  test('has a ruler for each duration that the story has, and says of others why they change nothing', async ({
    page,
  }) => {
    await open(page, '?pattern=awaiting');
    await more(page).click();
    await expect(lab(page).locator('[data-why="idle"]')).toContainText('Asleep');
    await choice(page, 'scenario').selectOption('peer-exits');
    await choice(page, 'pattern').selectOption('writes');
    await settled(page);
    await expect(lab(page).locator('[data-setting="every"]')).toBeVisible();
    await expect(lab(page).locator('[data-setting="back"]')).toBeHidden();
    await expect(lab(page).locator('[data-why="idle"]')).toContainText('over before the first probe');
  });

  test.describe('the playhead', () => {
    test('goes from event to event by buttons, and says what happens', async ({ page }) => {
      await open(page, '?view=line');
      await button(page, 'Event before').click();
      await expect(moment(page)).toHaveText(
        /^75\ss: 5th keepalive probe; nothing comes back; the timer fires in 15\ss\.$/,
      );
      await button(page, 'Event before').click();
      await expect(moment(page)).toHaveText(/^60\ss: 4th keepalive probe/);
      await button(page, 'Next event').click();
      await expect(moment(page)).toHaveText(/^75\ss/);
      await expect(lab(page).locator('[data-veil]')).toBeVisible();
      await button(page, 'Next event').click();
      await expect(moment(page)).toHaveText(/^90\ss: read\(\) tells the program, ETIMEDOUT\.$/);
    });

    test('goes from event to event by keys', async ({ page }) => {
      await open(page, '?pattern=awaiting&keepalive=off');
      await scrub(page).focus();
      await page.keyboard.press('ArrowLeft');
      await expect(moment(page)).toHaveText(/retransmission; nothing comes back/);
      await expect(scrub(page)).toHaveAttribute('aria-valuetext', /retransmission/);
      await page.keyboard.press('Home');
      await expect(moment(page)).toHaveText(/^0\ss: 1st data/);
    });

    test('goes also from the first key on, where the answer was there before the picture', async ({ page }) => {
      await page.addInitScript(() => {
        const Observer = window.ResizeObserver;
        window.ResizeObserver = class extends Observer {
          constructor(report: ResizeObserverCallback) {
            super((...sizes) => void setTimeout(() => report(...sizes), 2_000));
          }
        };
      });
      await open(page, '?view=line');
      await scrub(page).press('ArrowLeft');
      await expect(moment(page)).toHaveText(/^75\ss/);
    });

    test('steps where motion is to be reduced', async ({ page }) => {
      await open(page, '?view=line');
      await button(page, 'Play').click();
      await expect(moment(page)).toHaveText(/^The last contact/);
      await button(page, 'Play').click();
      await expect(moment(page)).toHaveText(/^15\ss: 1st keepalive probe/);
    });

    test('is dragged on the picture', async ({ page }) => {
      await open(page, '?view=line');
      await drag(page, 'playhead', -400);
      await expect(lab(page).locator('[data-veil]')).toBeVisible();
      expect(Number(await scrub(page).inputValue())).toBeLessThan(700);
    });
  });

  test('the playhead plays through the picture where motion is welcome', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ reducedMotion: 'no-preference', ...(baseURL && { baseURL }) });
    const page = await context.newPage();
    await open(page, '?view=line');
    await button(page, 'Play').click();
    await button(page, 'Pause').waitFor();
    await expect.poll(async () => Number(await scrub(page).inputValue())).toBeGreaterThan(20);
    await button(page, 'Pause').click();
    const stands = await scrub(page).inputValue();
    await expect(button(page, 'Play')).toBeVisible();
    expect(await scrub(page).inputValue()).toBe(stands);
    await context.close();
  });

  test.describe('the lines on the picture', () => {
    test('keepalive’s silence is dragged, and a step back undoes it', async ({ page }) => {
      await open(page, '?view=line');
      await drag(page, 'idle', 30);
      const idle = Number((await asked(page)).get('idle'));
      expect(idle).toBeGreaterThan(15);
      expect(await figure(page, 'noticed')).toBe(idle + 75);
      await expect(typed(page, 'idle')).toHaveValue(String(idle));
      await page.goBack();
      await expect(typed(page, 'idle')).toHaveValue('15');
    });

    test('the user timeout is dragged', async ({ page }) => {
      await open(page, '?timeout=60000&view=line');
      await drag(page, 'timeout', -40);
      const timeout = Number((await asked(page)).get('timeout'));
      expect(timeout).toBeGreaterThan(0);
      expect(timeout).toBeLessThan(60_000);
    });
  });

  test('shows what was measured with just these settings, and nothing with others', async ({ page }) => {
    const known = lab(page).locator('[data-known]');
    await open(page, '?scenario=drop-outbound&idle=4');
    await expect(known).toBeHidden();
    await preset(page, 'quick').click();
    await settled(page);
    await expect(known).toContainText(/^\s*Measured with these settings .* trials\), from read\(\): ETIMEDOUT\.$/);
    await expect(picture(page).locator('.mt-interval--measured')).toHaveCount(1);
    // Four seconds as in the article's first sentences, and beside it what the same does with a request under way.
    await lab(page).locator('.mt-lab-views input[value="lanes"]').check();
    await settled(page);
    await expect(known).toContainText(/Idle, measured .* Request under way, measured /);
    expect(await figure(page, 'idle-after')).toBe(4);
  });

  test('shows its events in a table', async ({ page }) => {
    await open(page, '?view=table&pattern=awaiting');
    const rows = lab(page).locator('[data-table] tbody tr');
    await expect(rows.first()).toContainText('data');
    await expect(rows.filter({ hasText: 'keepalive timer, does nothing' }).first()).toBeVisible();
    await expect(rows.last()).toHaveText(/15 min|15\smin/);
  });
});
