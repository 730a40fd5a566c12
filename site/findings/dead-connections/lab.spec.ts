import type { Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { asked, download, dragBy, labOf, test } from '@/e2e/labs';

const { lab, settled, open, figure, typed, slider, type, button, preset, choice } = labOf('dead-connections');

const sentence = (page: Page) => lab(page).locator('[data-sentence]');
const moment = (page: Page) => lab(page).locator('[data-moment]');
const scrub = (page: Page) => lab(page).locator('[data-scrub]');
const outcome = (page: Page, cell: string) => lab(page).locator(`[data-fate="${cell}"]`);
const radio = (page: Page, cell: string) => lab(page).locator(`[data-fates] input[value="${cell}"]`);
const picture = (page: Page) => lab(page).locator('[data-picture="line"] svg');

/** Drags a handle on the picture by some pixels. */
async function drag(page: Page, name: string, by: number): Promise<void> {
  await dragBy(page, lab(page).locator(`[data-handle="${name}"] span`), { x: by });
  await settled(page);
}

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('the lab of dead connections', { tag: '@once' }, () => {
  test('opens with the published advice: a machine that vanishes is noticed after 90 s', async ({ page }) => {
    await open(page);
    expect(await figure(page, 'noticed')).toBe(90);
    expect(await figure(page, 'latest')).toBeGreaterThan(90);
    await expect(sentence(page)).toHaveText('Your program learns of it after 90\u00a0s, from read(): ETIMEDOUT.');
    await expect(picture(page)).toHaveAttribute('aria-label', /learns of it after 90\ss/);
    await expect(radio(page, 'host-vanishes idle')).toBeChecked();
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
        ['grpc-keepalive', 'awaiting', 320],
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
      await open(page);
      await type(page, 'probes', '3');
      expect(await figure(page, 'noticed')).toBe(60);
      expect((await asked(page)).get('probes')).toBe('3');
    });

    test('by the keyboard alone', async ({ page }) => {
      await open(page);
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
      await open(page);
      await choice(page, 'scenario').selectOption('peer-exits');
      await choice(page, 'pattern').selectOption('writes');
      await settled(page);
      await expect(sentence(page)).toContainText('from write(): EPIPE');
      await expect(radio(page, 'peer-exits writes')).toBeChecked();
      await expect(lab(page).locator('[data-setting="every"]')).toBeVisible();
      await expect(lab(page).locator('[data-setting="back"]')).toBeHidden();
    });

    test('by a pair that makes no sense, which gives way', async ({ page }) => {
      await open(page);
      await choice(page, 'pattern').selectOption('connecting');
      await settled(page);
      await choice(page, 'scenario').selectOption('peer-hangs-then-vanishes');
      await settled(page);
      await expect(choice(page, 'pattern')).toHaveValue('writes');
    });
  });

  test.describe('the table of outcomes', () => {
    test('has an outcome for the reader’s settings, and a cell is a choice', async ({ page }) => {
      await open(page);
      await expect(outcome(page, 'drop-outbound idle')).toContainText('90\u00a0s');
      await lab(page)
        .locator('label', { has: page.locator('[data-fate="drop-outbound connecting"]') })
        .click();
      await settled(page);
      expect((await asked(page)).toString()).toBe('scenario=drop-outbound&pattern=connecting');
      expect(await figure(page, 'noticed')).toBe(131);
      await type(page, 'synlinear', '0');
      await expect(outcome(page, 'drop-outbound connecting')).toContainText('127\u00a0s');
      expect(await figure(page, 'noticed')).toBe(127);
    });

    test('is one group for the keyboard', async ({ page }) => {
      await open(page);
      await radio(page, 'host-vanishes idle').focus();
      await page.keyboard.press('ArrowRight');
      await settled(page);
      await expect(radio(page, 'host-vanishes awaiting')).toBeChecked();
      await expect(choice(page, 'pattern')).toHaveValue('awaiting');
    });

    test('tells never from at once by more than colour', async ({ page }) => {
      await open(page, '?keepalive=off');
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
      await open(page);
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
      await open(page);
      await scrub(page).press('ArrowLeft');
      await expect(moment(page)).toHaveText(/^75\ss/);
    });

    test('steps where motion is to be reduced', async ({ page }) => {
      await open(page);
      await button(page, 'Play').click();
      await expect(moment(page)).toHaveText(/^The last contact/);
      await button(page, 'Play').click();
      await expect(moment(page)).toHaveText(/^15\ss: 1st keepalive probe/);
    });

    test('is dragged on the picture', async ({ page }) => {
      await open(page);
      await drag(page, 'playhead', -400);
      await expect(lab(page).locator('[data-veil]')).toBeVisible();
      expect(Number(await scrub(page).inputValue())).toBeLessThan(700);
    });
  });

  test('the playhead plays through the picture where motion is welcome', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ reducedMotion: 'no-preference', ...(baseURL && { baseURL }) });
    const page = await context.newPage();
    await open(page);
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
      await open(page);
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
    await open(page, '?idle=4');
    await expect(lab(page).locator('[data-known]')).toBeHidden();
    await preset(page, 'measured').click();
    await settled(page);
    await expect(lab(page).locator('[data-known]')).toContainText(
      /^\s*Measured with these settings .* trials\), from read\(\): ETIMEDOUT\.$/,
    );
    await expect(picture(page).locator('.mt-interval--measured')).toHaveCount(1);
  });

  test('shows its events in a table', async ({ page }) => {
    await open(page, '?view=table&pattern=awaiting');
    const rows = lab(page).locator('[data-table] tbody tr');
    await expect(rows.first()).toContainText('data');
    await expect(rows.filter({ hasText: 'keepalive timer, does nothing' }).first()).toBeVisible();
    await expect(rows.last()).toHaveText(/15 min|15\smin/);
  });

  test('hands out a file with its state, events and outcomes', async ({ page }) => {
    await open(page);
    const { name, rows } = await download(page, lab(page));
    expect(name).toBe('dead-connections.csv');
    const find = (kind: string, what: string) => rows.filter(([one, other]) => one === kind && other === what);
    expect(find('parameter', 'idle')[0]?.[4]).toBe('15');
    expect(find('figure', 'noticed')[0]?.[4]).toBe('90');
    expect(find('event', 'keepalive-probe').map((row) => row[3])).toEqual(['15', '30', '45', '60', '75']);
    expect(find('fate', 'host-vanishes').map((row) => row[2])).toEqual(['idle', 'awaiting', 'writes', 'connecting']);
  });
});
