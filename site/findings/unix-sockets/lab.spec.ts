import type { Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { asked, download, dragBy, labOf, middleOf, test, touch } from '@/e2e/labs';

const { lab, settled, open, figure, typed, slider, type, preset, choice } = labOf('unix-sockets');

const view = (page: Page, name: string) => lab(page).getByRole('radio', { name, exact: true });
const sentence = (page: Page) => lab(page).locator('[data-sentence]');
const handle = (page: Page, name: string) => lab(page).locator(`[data-handle="${name}"]`);
const picture = (page: Page, name: string) => lab(page).locator(`[data-picture="${name}"] > svg`);

/** What an address means that leaves everything out: the published test. */
const HELLO = '?received=12';
const unfold = (page: Page) => lab(page).locator('.mt-lab-more > summary').click();

/** Drags a handle on a picture by some pixels. */
async function drag(page: Page, name: string, x: number): Promise<void> {
  await dragBy(page, handle(page, name).locator('span'), { x });
  await settled(page);
}

type Parts = Record<'connectS' | 'acceptS' | 'closeS' | 'wakeS' | 'callS' | 'perByteS', number>;

/** What the record says: handed to the lab with the page. */
async function measuredIn(page: Page) {
  const text = (await lab(page).getAttribute('data-measured'))!;
  return JSON.parse(text) as {
    parts: Record<string, Record<string, { value: Parts }>>;
    proxies: { server: string; keepalive: boolean; ratio: [number, number, number] }[];
  };
}

/** What each part costs over a kind of socket. */
const partsOf = async (page: Page, cores: 'one' | 'all', transport: string): Promise<Parts> =>
  (await measuredIn(page)).parts[cores]![transport]!.value;

/** The published message: a connection, two wake-ups (of the server by it, of the client by 12 bytes), a send and a receive. */
const helloSeconds = ({ connectS, acceptS, closeS, wakeS, callS, perByteS }: Parts) =>
  connectS + acceptS + closeS + 2 * wakeS + 2 * callS + 12 * perByteS;

/** To and fro on a kept connection: two wake-ups, two sends and two receives. */
const pingPongSeconds = ({ wakeS, callS, perByteS }: Parts, bytes: number) =>
  2 * wakeS + 4 * callS + 2 * bytes * perByteS;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('the lab of Unix sockets', { tag: '@once' }, () => {
  test('opens behind nginx with Flask, on the ratio that was measured there', async ({ page }) => {
    await open(page);
    await expect(preset(page, 'gunicorn')).toHaveAttribute('aria-pressed', 'true');
    const { proxies } = await measuredIn(page);
    const [value, low, high] = proxies.find(({ server, keepalive }) => server === 'gunicorn' && !keepalive)!.ratio;
    expect(await figure(page, 'ratio')).toBe(value);
    expect(await figure(page, 'ratio-interval')).toBeCloseTo(high - low, 9);
    await expect(lab(page).locator('[data-known-words]')).toContainText('Measured behind nginx (Flask)');
    await expect(picture(page, 'bars').locator('.mt-mark--measured')).toHaveCount(2);
    await expect(lab(page).locator('[data-predicted="ratio"]')).toContainText('predicted');
  });

  test.describe('without the application’s time', () => {
    /** How far from alike the two are. */
    const difference = async (page: Page) => Math.abs((await figure(page, 'ratio')) - 1);

    test('the difference appears under the mouse, and vanishes again', async ({ page }) => {
      await open(page);
      const before = await difference(page);
      await drag(page, 'application', -2000);
      expect((await asked(page)).get('application')).toBeNull();
      expect(await difference(page)).toBeGreaterThan(before + 0.5);
      await expect(sentence(page)).toContainText('It matters');
      for (let times = 0; times < 12 && (await difference(page)) > 0.1; times++) await drag(page, 'application', 300);
      expect(await difference(page)).toBeLessThan(0.1);
      await expect(sentence(page)).not.toContainText('It matters');
    });

    test('the difference appears by the keyboard, and vanishes again', async ({ page }) => {
      await open(page);
      const before = await difference(page);
      await slider(page, 'application').press('Home');
      await settled(page);
      expect(await difference(page)).toBeGreaterThan(before + 0.5);
      await expect(sentence(page)).toContainText('It matters');
      await slider(page, 'application').press('End');
      await settled(page);
      expect(await difference(page)).toBeLessThan(0.001);
      await expect(sentence(page)).toContainText('It hardly matters');
    });
  });

  test.describe('the figures', () => {
    test('of the published test are predicted by the sums of its parts', async ({ page }) => {
      await open(page, HELLO);
      const [tcp, unix] = [await partsOf(page, 'one', 'tcp'), await partsOf(page, 'one', 'unix')].map(helloSeconds);
      expect(await figure(page, 'time-transport')).toBeCloseTo(tcp!, 12);
      expect(await figure(page, 'time-against')).toBeCloseTo(unix!, 12);
      const predicted = await lab(page).locator('[data-predicted="ratio"]').getAttribute('data-value');
      expect(Number(predicted)).toBeCloseTo(tcp! / unix!, 9);
      await expect(preset(page, 'hello')).toHaveAttribute('aria-pressed', 'true');
    });

    test('of a kept connection leave connecting out', async ({ page }) => {
      await open(page, '?cores=all&against=pipe&kept=on&sent=64&received=64');
      const pipe = pingPongSeconds(await partsOf(page, 'all', 'pipe'), 64);
      expect(await figure(page, 'time-against')).toBeCloseTo(pipe, 12);
    });

    test('say from when on the kind of socket hardly matters: there the difference is the threshold', async ({
      page,
    }) => {
      await open(page, '?share=4');
      const from = await figure(page, 'matters-until');
      expect(from).toBeGreaterThan(0);
      await type(page, 'application', String(from * 1e6));
      expect(await figure(page, 'ratio')).toBeCloseTo(1.04, 6);
    });
  });

  test.describe('the application’s time', () => {
    test('is dragged on the bars, and brings the two closer', async ({ page }) => {
      await open(page, HELLO);
      const before = await figure(page, 'ratio');
      await drag(page, 'application', 120);
      const us = Number((await asked(page)).get('application'));
      expect(us).toBeGreaterThan(0);
      const distance = async () => Math.abs((await figure(page, 'ratio')) - 1);
      expect(await distance()).toBeLessThan(Math.abs(before - 1));
      await expect(typed(page, 'application')).toHaveValue(String(us));
      await expect(picture(page, 'bars')).toContainText('application');
      // Let go, the ruler leaves room to drag on.
      await drag(page, 'application', 90);
      expect(Number((await asked(page)).get('application'))).toBeGreaterThan(us);
      await drag(page, 'application', -2000);
      // Spelled out: without it the address would be that of the opening.
      expect((await asked(page)).get('application')).toBe('0');
    });

    test('lies under the pointer while it is dragged: the ruler stays put', async ({ page }) => {
      await open(page, '?application=30');
      const grip = handle(page, 'application').locator('span');
      const { x, y } = await middleOf(grip);
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (const by of [30, 60, 90]) {
        await page.mouse.move(x + by, y);
        await settled(page);
        const now = (await grip.boundingBox())!;
        expect(Math.abs(now.x + now.width / 2 - x - by)).toBeLessThan(5);
      }
      await page.mouse.up();
    });

    test('is dragged on the curve too', async ({ page }) => {
      await open(page, HELLO);
      await drag(page, 'here', 150);
      expect(Number((await asked(page)).get('application'))).toBeGreaterThan(0);
      await drag(page, 'here', -600);
      expect((await asked(page)).get('application')).toBe('0');
    });

    test('is set by the keyboard', async ({ page }) => {
      await open(page, HELLO);
      await slider(page, 'application').focus();
      await page.keyboard.press('ArrowRight');
      await settled(page);
      await expect(slider(page, 'application')).toHaveAttribute('aria-valuetext', /1\sµs/);
      expect((await asked(page)).get('application')).toBe('1');
    });
  });

  test('the threshold decides whether it matters', async ({ page }) => {
    await open(page, '?application=100000');
    await expect(sentence(page)).toContainText('It hardly matters');
    await open(page, '?share=0.1');
    await expect(sentence(page)).toContainText('It matters');
  });

  test.describe('the size', () => {
    test('is dragged in its view: both ways where both are alike', async ({ page }) => {
      await open(page, '?view=size&kept=on&sent=64&received=64');
      await expect(picture(page, 'size')).toContainText('Bytes there and back, each');
      await drag(page, 'here', 60);
      const address = await asked(page);
      expect(Number(address.get('sent'))).toBeGreaterThan(64);
      expect(address.get('received')).toBe(address.get('sent'));
    });

    test('is dragged in its view: what comes back, where it is not', async ({ page }) => {
      await open(page, '?view=size&sent=100&received=4096');
      await drag(page, 'here', 60);
      const address = await asked(page);
      expect(address.get('sent')).toBe('100');
      expect(Number(address.get('received'))).toBeGreaterThan(4096);
    });
  });

  test.describe('what is compared', () => {
    test('is chosen in the sentence, and names the bars and figures', async ({ page }) => {
      await open(page);
      await unfold(page);
      await choice(page, 'against').selectOption('seqpacket');
      await settled(page);
      await expect(picture(page, 'bars')).toContainText('seqpacket');
      await expect(lab(page).locator('[data-figure="time-against"] dt')).toHaveText('predicted time, seqpacket');
      await choice(page, 'transport').selectOption('seqpacket');
      await settled(page);
      // Only TCP and Unix sockets were measured with a core for each end.
      await expect(choice(page, 'cores').locator('option[value="apart"]')).toBeDisabled();
      // Nothing is compared with itself.
      await expect(choice(page, 'against')).toHaveValue('unix');
    });

    test('with pipes has its connection, and says why', async ({ page }) => {
      await open(page);
      await unfold(page);
      await choice(page, 'against').selectOption('pipe');
      await settled(page);
      await expect(choice(page, 'kept')).toBeChecked();
      await expect(choice(page, 'kept')).toBeDisabled();
      await expect(lab(page).locator('[data-why="requests"]')).toContainText('nobody connects them');
    });

    test('more requests to a connection bring the kinds closer to a kept one', async ({ page }) => {
      await open(page, '?kept=on');
      const kept = await figure(page, 'time-transport');
      await choice(page, 'kept').focus();
      await page.keyboard.press('Space');
      await settled(page);
      expect(await figure(page, 'time-transport')).toBeGreaterThan(kept);
      await type(page, 'requests', '1000000');
      expect(await figure(page, 'time-transport')).toBeCloseTo(kept, 8);
    });
  });

  test.describe('the presets', () => {
    test('show what was measured with just this request, and say where nothing was', async ({ page }) => {
      await open(page);
      const known = lab(page).locator('[data-known-words]');
      for (const [id, what] of [
        ['hello', 'with just this request'],
        ['ping-pong', 'with just this request'],
        ['rust', 'behind nginx (Rust server)'],
        ['gunicorn', 'behind nginx (Flask)'],
      ] as const) {
        await preset(page, id).click();
        await settled(page);
        await expect(known, id).toContainText(`Measured ${what} on `);
        await expect(picture(page, 'bars').locator('.mt-mark--measured'), id).toHaveCount(2);
      }
      await preset(page, 'query').click();
      await settled(page);
      await expect(known).toContainText('not measured');
      await expect(picture(page, 'bars').locator('.mt-mark--measured')).toHaveCount(0);
    });
  });

  test('its parts are in a table, whose sums are the figures', async ({ page }) => {
    await open(page, '?application=200');
    await view(page, 'Parts').check({ force: true });
    await settled(page);
    const rows = lab(page).locator('[data-table] tbody tr');
    await expect(rows).toHaveCount(8);
    await expect(rows.filter({ hasText: 'application' })).toContainText(/200\sµs/);
    await expect(lab(page).locator('[data-picture="time"]')).toBeHidden();
  });

  test('hands out a file whose parts add up', async ({ page }) => {
    await open(page, '?application=7');
    const { name, rows } = await download(page, lab(page));
    expect(name).toBe('unix-sockets.csv');
    for (const transport of ['tcp', 'unix']) {
      const of = (kind: string) => rows.filter((row) => row[0] === kind && row[2] === transport);
      const sum = of('part').reduce((total, row) => total + Number(row[5]), 0);
      expect(Number(of('total')[0]?.[5])).toBeCloseTo(sum, 12);
    }
    expect(rows.filter(([kind]) => kind === 'ratio over').length).toBeGreaterThan(50);
  });
});

test('a finger drags the grip, and scrolls beside it', { tag: '@touch' }, async ({ page }) => {
  await open(page);
  const grip = handle(page, 'application').locator('span');
  await expect(grip).toHaveCSS('touch-action', 'none');
  await expect(handle(page, 'application')).toHaveCSS('pointer-events', 'none');
  const { x, y } = await middleOf(grip);
  await touch(page, ...[0, 20, 40, 60].map((by) => [[x + by, y]] as const));
  await settled(page);
  expect(Number((await asked(page)).get('application'))).toBeGreaterThan(0);
});
