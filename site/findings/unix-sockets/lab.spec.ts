import type { Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { addressParameters, dragBy, labOf, middleOf, test, touch } from '@/e2e/labs';

const { lab, settled, open, preset, choice } = labOf('unix-sockets');

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

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('the lab of Unix sockets', { tag: '@once' }, () => {
  /** The ratio that the parts predict. */
  const predicted = (page: Page) => lab(page).locator('[data-predicted="ratio"]');
  const ratioOf = async (page: Page) => Number(await predicted(page).getAttribute('data-value'));

  test('a handler’s time comes on top of what was measured: the picture says which is which, and the difference vanishes', async ({
    page,
  }) => {
    await open(page);
    await preset(page, 'rust').click();
    await settled(page);
    const known = lab(page).locator('[data-known-words]');
    await expect(sentence(page)).toContainText('It matters, as measured');
    await expect(known).toContainText('Measured with nginx and a fast server on ');
    await choice(page, 'kept').check();
    await settled(page);
    await expect(known).toContainText('Measured with nginx and a fast server on ');
    await choice(page, 'kept').uncheck();
    await settled(page);
    const before = await ratioOf(page);
    await drag(page, 'application', 40);
    await expect(sentence(page)).toContainText('as its parts predict');
    await expect(lab(page).locator('[data-result="ratio"]')).toHaveText('not measured');
    expect(await ratioOf(page)).toBeLessThan(before);
    for (let times = 0; times < 12 && (await ratioOf(page)) > 1.05; times++) await drag(page, 'application', 300);
    expect(await ratioOf(page)).toBeLessThan(1.1);
    await expect(sentence(page)).not.toContainText('It matters');
    await drag(page, 'application', -2000);
    await expect(sentence(page)).toContainText('It matters, as measured');
  });

  test.describe('the handler’s time', () => {
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
      expect(Number((await addressParameters(page)).get('application'))).toBeGreaterThan(0);
      await drag(page, 'here', -600);
      expect((await addressParameters(page)).get('application')).toBeNull();
    });
  });

  test.describe('the size', () => {
    test('is dragged in its view: both ways where both are alike', async ({ page }) => {
      await open(page, '?view=size&kept=on&sent=64&received=64');
      await expect(picture(page, 'size')).toContainText('Bytes there and back, each');
      await drag(page, 'here', 60);
      const address = await addressParameters(page);
      expect(Number(address.get('sent'))).toBeGreaterThan(64);
      expect(address.get('received')).toBe(address.get('sent'));
    });

    test('is dragged in its view: what comes back, where it is not', async ({ page }) => {
      await open(page, '?view=size&sent=100&received=4096');
      await drag(page, 'here', 60);
      const address = await addressParameters(page);
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
      await expect(lab(page).locator('[data-figure="time-against"] dt')).toHaveText('predicted core time, seqpacket');
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
  });

  test('presets show what was measured with just this request, and say where nothing was', async ({ page }) => {
    await open(page);
    const known = lab(page).locator('[data-known-words]');
    for (const [id, what] of [
      ['hello', 'with just this request'],
      ['ping-pong', 'with just this request'],
      ['rust', 'with nginx and a fast server'],
      ['gunicorn', 'with nginx and Flask'],
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

test('a finger drags the grip, and scrolls beside it', { tag: '@touch' }, async ({ page }) => {
  await open(page);
  const grip = handle(page, 'application').locator('span');
  await expect(grip).toHaveCSS('touch-action', 'none');
  await expect(handle(page, 'application')).toHaveCSS('pointer-events', 'none');
  const { x, y } = await middleOf(grip);
  await touch(page, ...[0, 20, 40, 60].map((by) => [[x + by, y]] as const));
  await settled(page);
  expect(Number((await addressParameters(page)).get('application'))).toBeGreaterThan(0);
});
