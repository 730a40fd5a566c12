/** The lab of buffer sizes: a law as a curve that is taken in the hand, and what it says of buffers. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '@/e2e/fixtures';
import { download, labOf } from '@/e2e/labs';

const ARTICLE = '/findings/buffer-size/';
const { lab, settled, open, figure, typed, slider, expectAccessibleIn, expectToFit } = labOf(
  ARTICLE,
  'mt-buffer-size-lab',
);

const picture = (page: Page): Locator => lab(page).locator('[data-picture]');
const grip = (page: Page, name: string): Locator => lab(page).locator(`[data-grip="${name}"]`);
const preset = (page: Page, id: string): Locator => lab(page).locator(`[data-preset="${id}"]`);
const choice = (page: Page, name: string): Locator => lab(page).locator(`[data-choice="${name}"]`);
const button = (page: Page, name: string): Locator => lab(page).getByRole('button', { name });
const asked = (page: Page) => new URL(page.url()).searchParams;
const type = async (page: Page, name: string, text: string) => {
  await typed(page, name).fill(text);
  await typed(page, name).press('Enter');
  await settled(page);
};

/** Holds a handle by its middle, and moves it by so many pixels. */
async function drag(page: Page, handle: Locator, by: { x?: number; y?: number }): Promise<void> {
  await handle.scrollIntoViewIfNeeded();
  const box = (await handle.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + (by.x ?? 0), y + (by.y ?? 0), { steps: 6 });
  await page.mouse.up();
  await settled(page);
}

/** A law that anybody can work out: 100 ns a call, 0.01 ns a byte, no cache. */
const PLAIN = '?call=100&byte=0.01&penalty=0&source=none';
const GIB = 2 ** 30;
const MIB = 2 ** 20;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('the figures', () => {
  test('are what the law says, by hand', async ({ page }) => {
    await open(page, `${PLAIN}&buffer=10000&share=50`);
    expect(await figure(page, 'call-time')).toBeCloseTo(200e-9, 15);
    expect((await figure(page, 'throughput')) / (10_000 / 200e-9)).toBeCloseTo(1, 9);
    expect(await figure(page, 'calls')).toBeCloseTo(GIB / 10_000, 6);
    expect(await figure(page, 'seconds-per-gib')).toBeCloseTo((GIB / 10_000) * 200e-9, 9);
    const best = (16 * MIB) / (100e-9 + 16 * MIB * 1e-11);
    expect((await figure(page, 'best')) / best).toBeCloseTo(1, 9);
    // n / (c + b n) = share · best, solved for n.
    const half = best / 2;
    expect((await figure(page, 'smallest')) / ((half * 100e-9) / (1 - half * 1e-11))).toBeCloseTo(1, 6);
    await expect(lab(page).locator('[data-remark-on="best"]')).toHaveText('still rising at the end');
  });

  test('have the best where the cache ends, if bytes beyond it cost enough', async ({ page }) => {
    await open(page, '?call=100&byte=0.01&penalty=0.01&cache=64k&source=none');
    expect((await figure(page, 'best')) / (65_536 / (100e-9 + 65_536e-11))).toBeCloseTo(1, 9);
    await expect(lab(page).locator('[data-remark-on="best"]')).toHaveText('with 64\u00a0KiB');
    expect(await figure(page, 'smallest')).toBeLessThan(65_536);
  });

  test('are there before any script has run, and the same after @once', async ({ page, browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
    const still = await context.newPage();
    await still.goto(ARTICLE);
    await expect(lab(still).getByText('Without JavaScript')).toBeVisible();
    await expect(picture(still).locator('.mt-lab-static:visible')).toHaveCount(1);
    await expect(slider(still, 'call')).toBeDisabled();
    await expect(grip(still, 'call')).toBeHidden();
    await expect(lab(still).locator('[data-fit-words]')).toContainText('95% intervals');
    await open(page);
    for (const name of ['smallest', 'best', 'throughput', 'call-time', 'calls', 'seconds-per-gib']) {
      expect(await figure(page, name), name).toBe(await figure(still, name));
    }
    await expect(lab(page).locator('[data-fit-words]')).toHaveText(
      (await lab(still).locator('[data-fit-words]').innerText()).trim(),
    );
    await context.close();
  });
});

test.describe('the curve in the hand', () => {
  test('goes down where a call is dragged to cost more, and a step back undoes it', async ({ page }) => {
    await open(page, PLAIN);
    const before = await figure(page, 'throughput');
    await drag(page, grip(page, 'call'), { y: 40 });
    const call = Number(asked(page).get('call'));
    expect(call).toBeGreaterThan(150);
    expect(await figure(page, 'throughput')).toBeLessThan(before);
    await expect(typed(page, 'call')).toHaveValue(/ns|µs/);
    await page.goBack();
    await expect(typed(page, 'call')).toHaveValue('100\u00a0ns');
    await expect.poll(() => figure(page, 'throughput')).toBe(before);
  });

  test('goes where each grip is dragged', async ({ page }) => {
    await open(page, '?call=100&byte=0.01&penalty=0.01&cache=256k&source=none');
    await drag(page, grip(page, 'byte'), { y: 30 });
    expect(Number(asked(page).get('byte'))).toBeGreaterThan(0.012);
    await drag(page, grip(page, 'penalty'), { y: 20 });
    expect(Number(asked(page).get('penalty'))).toBeGreaterThan(0.012);
    await drag(page, grip(page, 'cache'), { x: -60 });
    expect(Number(asked(page).get('cache'))).toBeLessThan(262_144);
  });

  test('is at the pointer while it is held, also beyond the picture', async ({ page }) => {
    await open(page, PLAIN);
    const held = grip(page, 'call');
    await held.scrollIntoViewIfNeeded();
    const box = (await held.boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (const down of [30, 60, 45]) {
      await page.mouse.move(x, y + down);
      await settled(page);
      await expect
        .poll(async () => {
          const at = (await held.boundingBox())!;
          return Math.abs(at.y + at.height / 2 - (y + down));
        })
        .toBeLessThan(3);
    }
    await page.mouse.up();
  });

  test('is moved by arrow keys on the focused grip, where they point', async ({ page }) => {
    await open(page, PLAIN);
    await grip(page, 'call').focus();
    await page.keyboard.press('ArrowUp');
    await settled(page);
    expect(asked(page).get('call')).toBe('80');
    await expect(grip(page, 'call')).toHaveAttribute('aria-valuetext', '80\u00a0ns a call');
    await page.keyboard.press('ArrowDown');
    await settled(page);
    expect(asked(page).get('call')).toBe('100');
    await choiceOfView(page, 'time');
    await grip(page, 'call').focus();
    await page.keyboard.press('ArrowUp');
    await settled(page);
    expect(asked(page).get('call')).toBe('120');
  });

  test('has its lines dragged: the buffer, and the share that is wanted', async ({ page }) => {
    await open(page, PLAIN);
    await drag(page, lab(page).locator('[data-handle="buffer"] span'), { x: -70 });
    expect(Number(asked(page).get('buffer'))).toBeLessThan(65_536);
    expect(Math.log2(Number(asked(page).get('buffer'))) % 1).toBe(0);
    await choiceOfView(page, 'share');
    await drag(page, lab(page).locator('[data-handle="share"] span'), { y: 60 });
    const share = Number(asked(page).get('share'));
    expect(share).toBeGreaterThan(50);
    expect(share).toBeLessThan(90);
    await expect(lab(page).locator('[data-label="smallest"]')).toHaveText(`Enough for ${share}%`);
  });

  test('has grips only where they mean something', async ({ page }) => {
    await open(page, PLAIN);
    await expect(grip(page, 'cache')).toBeHidden();
    await expect(grip(page, 'penalty')).toBeVisible();
    await choiceOfView(page, 'share');
    for (const name of ['call', 'byte', 'penalty']) await expect(grip(page, name)).toBeHidden();
  });
});

const choiceOfView = async (page: Page, view: string) => {
  await lab(page).locator(`.mt-lab-views input[value="${view}"]`).check({ force: true });
  await settled(page);
};

test('a finger drags a grip, and still scrolls the page beside it', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'needs a touch screen');
  await open(page, PLAIN);
  const held = grip(page, 'call');
  await held.scrollIntoViewIfNeeded();
  await expect(held).toHaveCSS('touch-action', 'none');
  await expect(picture(page)).not.toHaveCSS('touch-action', 'none');
  const box = (await held.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  const touch = (kind: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    session.send('Input.dispatchTouchEvent', { type: kind, touchPoints: at === undefined ? [] : [{ x, y: at }] });
  await touch('touchStart', y);
  for (const down of [10, 20, 30, 40]) await touch('touchMove', y + down);
  await touch('touchEnd');
  await settled(page);
  expect(Number(asked(page).get('call'))).toBeGreaterThan(120);
});

test.describe('changing the question', () => {
  test('by typing, in any unit', async ({ page }) => {
    await open(page, PLAIN);
    await type(page, 'call', '2 us');
    expect(asked(page).get('call')).toBe('2000');
    await type(page, 'byte', '23.5 ps');
    expect(asked(page).get('byte')).toBe('0.0235');
    await type(page, 'buffer', '1M');
    expect(asked(page).get('buffer')).toBe(String(MIB));
    expect(await figure(page, 'calls')).toBe(1024);
    await type(page, 'buffer', 'large');
    await expect(lab(page).locator('[data-ruler="buffer"] [data-remark]')).toContainText('is not a number');
    await expect(typed(page, 'buffer')).toHaveValue('1\u00a0MiB');
  });

  test('by the keyboard alone', async ({ page }) => {
    await open(page);
    await slider(page, 'buffer').focus();
    await page.keyboard.press('ArrowRight');
    await settled(page);
    await expect(slider(page, 'buffer')).toHaveAttribute('aria-valuetext', 'a buffer of 128\u00a0KiB');
    expect(await figure(page, 'calls')).toBe(8192);
    await expect(lab(page).locator('[data-live]')).toContainText('With 128\u00a0KiB a call takes');
  });

  test('by presets, and what was fitted comes back', async ({ page }) => {
    await open(page);
    const smallest = await figure(page, 'smallest');
    await preset(page, 'slow').click();
    await settled(page);
    expect(await figure(page, 'smallest')).toBeGreaterThan(MIB);
    await expect(preset(page, 'slow')).toHaveAttribute('aria-pressed', 'true');
    await expect(picture(page).locator('.mt-mark--measured')).toHaveCount(0);
    await choice(page, 'source').selectOption('zero');
    await settled(page);
    await button(page, 'Fit to the measured points').click();
    await settled(page);
    await expect(preset(page, 'zero')).toHaveAttribute('aria-pressed', 'true');
    expect(await figure(page, 'smallest')).toBe(smallest);
  });

  test('by the published law, which is drawn beside what was measured', async ({ page }) => {
    await open(page);
    await preset(page, 'published').click();
    await settled(page);
    await expect(typed(page, 'call')).toHaveValue('167\u00a0ns');
    await expect(typed(page, 'byte')).toHaveValue('23.5\u00a0ps');
    await expect(preset(page, 'published')).toHaveAttribute('title', /^Published/);
    expect(await picture(page).locator('.mt-mark--measured').count()).toBeGreaterThan(5);
  });

  test('by source and fit, each with its own words', async ({ page }) => {
    await open(page);
    const words = lab(page).locator('[data-fit-words]');
    for (const [source, name] of [
      ['urandom', '/dev/urandom'],
      ['unix', 'Unix socket'],
      ['tcp', 'TCP'],
    ] as const) {
      await choice(page, 'source').selectOption(source);
      await settled(page);
      await expect(words).toContainText(name);
    }
    await choice(page, 'source').selectOption('zero');
    await choice(page, 'fit').selectOption('linear');
    await settled(page);
    await expect(words).not.toContainText('beyond');
    await button(page, 'Fit to the measured points').click();
    await settled(page);
    await expect(typed(page, 'penalty')).toHaveValue('nothing');
  });

  test('by reset, and back', async ({ page }) => {
    await open(page, `${PLAIN}&view=time&share=80`);
    await button(page, 'Reset').click();
    await settled(page);
    await expect(page).toHaveURL(new RegExp(`${ARTICLE}$`));
    await page.goBack();
    await expect(typed(page, 'share')).toHaveValue('80%');
  });
});

test('puts a hostile address right and says what it changed @once', async ({ page }) => {
  await open(
    page,
    '?call=-5&byte=NaN&cache=1e99&penalty=%3Cimg%20src=x%3E&share=100&buffer=0&source=disk&fit=x&view=curve',
  );
  await expect(lab(page).locator('[data-note]')).toHaveCount(9);
  await expect(lab(page).locator('[data-note="cache"]')).toContainText('must be at most 8 MiB');
  await expect(lab(page).locator('[data-notes] img')).toHaveCount(0);
});

test('can be taken away as a file and as a link @once', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '?buffer=4096');
  const { name, rows } = await download(page, lab(page));
  expect(name).toBe('buffer-size.csv');
  const value = (kind: string, named: string) => Number(rows.find(([k, n]) => k === kind && n === named)?.[3]);
  expect(value('parameter', 'buffer')).toBe(4096);
  for (const figureName of ['smallest', 'best', 'throughput']) {
    expect(value('figure', figureName)).toBe(await figure(page, figureName));
  }
  expect(rows.filter(([kind]) => kind === 'measured').length).toBeGreaterThan(5);
  expect(rows.filter(([kind]) => kind === 'residual').length).toBeGreaterThan(5);
  await button(page, 'Copy link').click();
  await expect(lab(page).locator('[data-act="copy"]')).toHaveText('Copied');
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(link.searchParams.get('buffer')).toBe('4096');
  expect([...link.searchParams.keys()].sort()).toEqual([
    'buffer',
    'byte',
    'cache',
    'call',
    'fit',
    'penalty',
    'share',
    'source',
    'view',
  ]);
});

test.describe('whose models cannot be loaded', () => {
  test.use({ expectedComplaints: [/models_bg|ERR_FAILED|wasm/i] });

  test('keeps its example, says so, and tries again when asked @once', async ({ page }) => {
    await page.route('**/*.wasm', (route) => route.abort());
    await page.goto(ARTICLE);
    await lab(page).scrollIntoViewIfNeeded();
    await expect(button(page, 'Start it again')).toBeVisible({ timeout: 20_000 });
    expect(await figure(page, 'best')).toBeGreaterThan(0);
    await page.unroute('**/*.wasm');
    await button(page, 'Start it again').click();
    await settled(page);
  });
});

for (const [scheme, query] of [
  ['light', ''],
  ['dark', '?view=time'],
  ['light', '?view=share&source=urandom'],
  ['dark', PLAIN],
] as const) {
  test(`is accessible, ${scheme} ${query}`, async ({ page }) => {
    await expectAccessibleIn(page, scheme, query);
  });
}

test('fits a small phone @once', async ({ page }) => {
  await expectToFit(page, ['', '?view=time&call=1e8', '?view=share&share=99.9', '?byte=1000&penalty=1000&source=tcp']);
});
