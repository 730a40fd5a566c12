import type { Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { asked, download, dragBy, labOf, test } from '@/e2e/labs';

const { lab, settled, open, figure, typed, slider, type, button, preset, choice } = labOf('dead-connections');

const sentence = (page: Page) => lab(page).locator('[data-sentence]');
const moment = (page: Page) => lab(page).locator('[data-moment]');
const scrub = (page: Page) => lab(page).locator('[data-scrub]');
const outcome = (page: Page, cell: string) => lab(page).locator(`[data-fate="${cell}"]`);
const radio = (page: Page, cell: string) => lab(page).locator(`[data-fates] input[value="${cell}"]`);
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

    test('opens on the trap: with keepalive 15/15/5 an idle connection ends, and one with a request under way does not', async ({
      page,
    }) => {
      await open(page);
      const [idle, awaiting] = await ends(page);
      expect(idle).toBe(90);
      expect(awaiting).toBeGreaterThan(924.6);
      await expect(sentence(page)).toHaveText(
        /^An idle connection ends after 90\ss; with a request under way, after 15\smin 29\ss to 15\smin 48\ss\.$/,
      );
      await expect(lanes(page)).toHaveAttribute('aria-label', /An idle connection ends after 90\ss/);
      await expect(lab(page).locator('[data-remarks]')).toContainText('asleep');
      await expect(lab(page).locator('.mt-lab-more')).not.toHaveAttribute('open');
    });

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

    test('keepalive is turned off, and then neither the idle one ends nor a user timeout helps it', async ({
      page,
    }) => {
      await open(page);
      await choice(page, 'keepalive').press('Space');
      await settled(page);
      expect(await figure(page, 'idle-after')).toBeNaN();
      await type(page, 'timeout', '90000');
      expect(await figure(page, 'idle-after')).toBeNaN();
      await expect(lab(page).locator('[data-remarks]')).toContainText('A user timeout alone does nothing');
    });

    test('an address with a parameter means the single time line that it meant', async ({ page }) => {
      await open(page, '?pattern=awaiting&idle=3');
      await expect(picture(page)).toBeVisible();
      await expect(choice(page, 'scenario')).toHaveValue('host-vanishes');
      await expect(sentence(page)).toHaveText(/^Your program learns of it after 15\smin 29\ss/);
      await expect(lab(page).locator('.mt-lab-more')).toHaveAttribute('open');
      await button(page, 'Reset').click();
      await settled(page);
      expect(await figure(page, 'idle-after')).toBe(90);
      expect((await asked(page)).toString()).toBe('');
    });
  });

  test('shows the time line of one connection', async ({ page }) => {
    await open(page, '?view=line');
    expect(await figure(page, 'noticed')).toBe(90);
    expect(await figure(page, 'latest')).toBeGreaterThan(90);
    await expect(sentence(page)).toHaveText('Your program learns of it after 90\u00a0s, from read(): ETIMEDOUT.');
    await expect(picture(page)).toHaveAttribute('aria-label', /learns of it after 90\ss/);
  });

  test.describe('the presets', () => {
    test('are noticed when they should be', async ({ page }) => {
      const never = Number.NaN;
      for (const [id, pattern, seconds] of [
        ['nothing', 'idle', never],
        ['linux', 'idle', 7875],
        ['article', 'idle', 90],
        ['with-timeout', 'idle', 90],
        ['timeout-only', 'idle', never],
      ] as const) {
        await open(page, `?pattern=${pattern}&idle=3`);
        await preset(page, id).click();
        await settled(page);
        expect(await figure(page, 'noticed'), id).toBe(seconds);
        if (Number.isNaN(seconds)) await expect(sentence(page), id).toHaveText('Your program never learns of it.');
      }
    });

    test('keepalive sleeps while a reply is awaited, and says so; the user timeout does not', async ({ page }) => {
      await open(page, '?pattern=awaiting');
      const withKeepalive = await figure(page, 'noticed');
      // Fifteen retransmissions at the least timeout take 924.6 s.
      expect(withKeepalive).toBeGreaterThan(924.6);
      await expect(lab(page).locator('[data-remarks]')).toContainText('asleep');
      await expect(lab(page).locator('[data-why="idle"]')).toContainText('Asleep');
      await preset(page, 'nothing').click();
      await settled(page);
      expect(await figure(page, 'noticed')).toBe(withKeepalive);
      await preset(page, 'with-timeout').click();
      await settled(page);
      expect(await figure(page, 'noticed')).toBeCloseTo(90, -1);
      await expect(lab(page).locator('[data-why="retries"]')).toContainText('replaces');
    });
  });

  test.describe('changing the question', () => {
    test('by typing', async ({ page }) => {
      await open(page, '?probes=5');
      await more(page).click();
      await type(page, 'probes', '3');
      expect(await figure(page, 'noticed')).toBe(60);
      expect((await asked(page)).get('probes')).toBe('3');
    });

    test('by the keyboard alone', async ({ page }) => {
      await open(page, '?probes=5');
      await more(page).click();
      await slider(page, 'probes').focus();
      await page.keyboard.press('ArrowRight');
      await settled(page);
      await expect(slider(page, 'probes')).toHaveAttribute('aria-valuetext', '6 probes');
      expect(await figure(page, 'noticed')).toBe(105);
      await choice(page, 'keepalive').focus();
      await page.keyboard.press('Space');
      await settled(page);
      expect((await asked(page)).get('keepalive')).toBe('off');
      await expect(sentence(page)).toContainText('never');
    });

    test('by what happens and what the program does', async ({ page }) => {
      await open(page, '?view=line');
      await more(page).click();
      await choice(page, 'scenario').selectOption('peer-exits');
      await choice(page, 'pattern').selectOption('writes');
      await settled(page);
      await expect(sentence(page)).toContainText('from write(): EPIPE');
      await expect(lab(page).locator('[data-setting="every"]')).toBeVisible();
      await expect(lab(page).locator('[data-setting="back"]')).toBeHidden();
    });

    test('by a pair that makes no sense, which gives way', async ({ page }) => {
      await open(page, '?view=line');
      await choice(page, 'pattern').selectOption('connecting');
      await settled(page);
      await choice(page, 'scenario').selectOption('peer-hangs-then-vanishes');
      await settled(page);
      await expect(choice(page, 'pattern')).toHaveValue('writes');
    });
  });

  test.describe('the table of outcomes', () => {
    test('has an outcome for the reader’s settings, and a cell is a choice', async ({ page }) => {
      await open(page, '?view=fates');
      await expect(outcome(page, 'drop-outbound idle')).toContainText('90\u00a0s');
      await lab(page)
        .locator('label', { has: page.locator('[data-fate="drop-outbound connecting"]') })
        .click();
      await settled(page);
      expect((await asked(page)).toString()).toBe('view=fates&scenario=drop-outbound&pattern=connecting');
      expect(await figure(page, 'noticed')).toBe(131);
      await more(page).click();
      await type(page, 'synlinear', '0');
      await expect(outcome(page, 'drop-outbound connecting')).toContainText('127\u00a0s');
      expect(await figure(page, 'noticed')).toBe(127);
    });

    test('is one group for the keyboard', async ({ page }) => {
      await open(page, '?view=fates');
      await radio(page, 'host-vanishes idle').focus();
      await page.keyboard.press('ArrowRight');
      await settled(page);
      await expect(radio(page, 'host-vanishes awaiting')).toBeChecked();
      await expect(choice(page, 'pattern')).toHaveValue('awaiting');
    });

    test('tells never from at once by more than colour', async ({ page }) => {
      await open(page, '?view=fates&keepalive=off');
      await expect(outcome(page, 'host-vanishes idle')).toHaveText(/never/);
      await expect(outcome(page, 'peer-exits idle')).toHaveText(/at once\s*read\(\) EOF/);
      const shapes = await Promise.all(
        ['host-vanishes idle', 'peer-exits idle', 'alive idle'].map((cell) =>
          outcome(page, cell).locator('.mt-dc-sign').innerHTML(),
        ),
      );
      expect(new Set(shapes).size).toBe(3);
    });
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

    test('the user timeout is dragged, also on the even scale', async ({ page }) => {
      for (const view of ['line', 'even']) {
        await open(page, `?timeout=60000&view=${view}`);
        await drag(page, 'timeout', -40);
        const timeout = Number((await asked(page)).get('timeout'));
        expect(timeout, view).toBeGreaterThan(0);
        expect(timeout, view).toBeLessThan(60_000);
      }
    });

    test('are there only where they are set', async ({ page }) => {
      await open(page, '?keepalive=off');
      await expect(lab(page).locator('[data-handle="idle"]')).toBeHidden();
      await expect(lab(page).locator('[data-handle="timeout"]')).toBeHidden();
      await type(page, 'timeout', '3000');
      await expect(lab(page).locator('[data-handle="timeout"]')).toBeVisible();
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

  test('hands out a file with its state, events and outcomes', async ({ page }) => {
    await open(page, '?view=fates');
    const { name, rows } = await download(page, lab(page));
    expect(name).toBe('dead-connections.csv');
    const find = (kind: string, what: string) => rows.filter(([one, other]) => one === kind && other === what);
    expect(find('parameter', 'idle')[0]?.[4]).toBe('15');
    expect(find('figure', 'noticed')[0]?.[4]).toBe('90');
    expect(find('event', 'keepalive-probe').map((row) => row[3])).toEqual(['15', '30', '45', '60', '75']);
    expect(find('fate', 'host-vanishes').map((row) => row[2])).toEqual(['idle', 'awaiting', 'writes', 'connecting']);
    await open(page);
    const both = (await download(page, lab(page))).rows;
    const patterns = both.filter(([kind]) => kind === 'event').map((row) => row[2]);
    expect(new Set(patterns)).toEqual(new Set(['idle', 'awaiting']));
  });
});
