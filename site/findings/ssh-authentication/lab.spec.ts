import type { Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { addressParameters, labOf, middleOf, pressInMenu, test, touch } from '@/e2e/labs';

const { lab, settled, open, openArticle, figure, button, preset } = labOf('ssh-authentication');

const sentence = (page: Page) => lab(page).locator('[data-sentence]');
const remarks = (page: Page) => lab(page).locator('[data-remarks]');
const rungs = (page: Page) => lab(page).locator('[data-step]');
const panel = (page: Page) => lab(page).locator('[data-panel]:not([data-off])');
const secret = (page: Page) => lab(page).locator('[data-key="secret"]');
const line = (page: Page) => lab(page).locator('[data-line]');
const failedCheck = (page: Page) => panel(page).locator('[data-outcome="failed"]');
/** A byte of the panel in front, by its place in it. */
const byte = (page: Page, at: number) => panel(page).locator(`[data-dump] [data-at="${at}"]`);

const chip = (page: Page) => lab(page).locator('[data-chip]');
const card = (page: Page, connection: 'first' | 'second') => lab(page).locator(`[data-card="${connection}"]`);
const differing = (page: Page) => lab(page).locator('[data-card] [data-differs]');
const fold = (page: Page, words: string) => lab(page).locator('.mt-lab-more', { hasText: words });
const unfold = (page: Page, words: string) => fold(page, words).locator('summary').click();
const KEYS = 'More: who logs in';
const MESSAGES = 'More: every message';

/** Holds the signature with the mouse, and lets it go over a connection. */
async function dragTo(page: Page, connection: 'first' | 'second'): Promise<void> {
  const { x, y } = await middleOf(chip(page));
  const to = (await card(page, connection).boundingBox())!;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, y - 10, { steps: 6 });
  await page.mouse.up();
  await settled(page);
}

async function expectIn(page: Page, connection: 'first' | 'second', accepted: boolean): Promise<void> {
  await expect(sentence(page)).toHaveText(
    accepted ? /^Accepted/ : /^Refused: a signature made in connection \d proves nothing/,
  );
  await expect(card(page, connection).locator('[data-verdict]')).toHaveText(accepted ? '✓ accepted' : '✗ refused');
  await expect(differing(page)).toHaveCount(2 * (await figure(page, 'differing')));
  expect((await figure(page, 'differing')) > 0).toBe(!accepted);
}

async function choose(page: Page, id: string): Promise<void> {
  await preset(page, id).click();
  await settled(page);
}

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('the lab of logins by key', { tag: '@once' }, () => {
  test('opens on a signature that the other connection refuses, of the article’s length', async ({ page }) => {
    await openArticle(page);
    expect((await addressParameters(page)).size).toBe(0);
    await expectIn(page, 'second', false);
    const lead = await page.locator('.mt-lead .mt-inline-value').first().innerText();
    expect(lead).toMatch(new RegExp(`^${await figure(page, 'signature')}\\b`));
    await expect(lab(page).locator('.mt-lab-more[open]')).toHaveCount(0);
  });

  test('the signature is dragged to its own connection and back, with the mouse', async ({ page }) => {
    await open(page);
    await dragTo(page, 'first');
    await expectIn(page, 'first', true);
    expect((await addressParameters(page)).toString()).toBe('signing=other-session&step=7&connection=first');
    // Let go where it was, it stays.
    await dragTo(page, 'first');
    await expectIn(page, 'first', true);
    await dragTo(page, 'second');
    await expectIn(page, 'second', false);
    expect((await addressParameters(page)).size).toBe(0);
    // Held over a connection, it is judged there at once, and stays in the hand.
    const { x, y } = await middleOf(chip(page));
    const { x: left } = (await card(page, 'first').boundingBox())!;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(left + 60, y + 5, { steps: 6 });
    await expectIn(page, 'first', true);
    const held = await middleOf(chip(page));
    expect(Math.hypot(held.x - left - 60, held.y - y - 5)).toBeLessThan(2);
    await page.mouse.move(x, y, { steps: 6 });
    await expectIn(page, 'second', false);
    await page.mouse.up();
    await settled(page);
    await expectIn(page, 'second', false);
    await page.goBack();
    await settled(page);
    await expectIn(page, 'first', true);
  });

  test('the signature is moved by keys, and by a press on it or on its place', async ({ page }) => {
    await open(page);
    await chip(page).focus();
    await page.keyboard.press('ArrowLeft');
    await settled(page);
    await expectIn(page, 'first', true);
    await expect(chip(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await settled(page);
    await expectIn(page, 'second', false);
    await button(page, /show it to connection 1$/).click();
    await settled(page);
    await expectIn(page, 'first', true);
    await expect(chip(page)).toBeFocused();
    await expect(chip(page)).toHaveAccessibleName(
      /^Signature made in connection 1, shown to connection 1\. Move it to connection 2/,
    );
    await chip(page).click();
    await settled(page);
    await expectIn(page, 'second', false);
  });

  test('is walked through step by step, each with the bytes of its message', async ({ page }) => {
    await open(page, '?step=4');
    await expect(fold(page, MESSAGES)).toHaveAttribute('open');
    await rungs(page).first().click();
    await settled(page);
    await expect(panel(page)).toContainText('Key exchange');
    await expect(button(page, '‹ Back')).toBeDisabled();
    const numbers = [50, 51, 50, 60, null, 50, 52];
    for (const [index, number] of numbers.entries()) {
      await button(page, 'Next step ›').click();
      await settled(page);
      await expect(rungs(page).nth(index + 1)).toHaveAttribute('aria-current', 'step');
      // In what is signed the first byte is that of a length.
      await expect(byte(page, 0)).toHaveText((number ?? 0).toString(16).padStart(2, '0'));
    }
    await expect(button(page, 'Next step ›')).toBeDisabled();
    await expect(panel(page).locator('[data-outcome="passed"]')).toHaveCount(10);
    await page.goBack();
    await settled(page);
    expect((await addressParameters(page)).get('step')).toBe('6');
  });

  test('what each example does: the server refuses, and the check is named', async ({ page }) => {
    await open(page);
    await unfold(page, MESSAGES);
    for (const [id, failed, words] of [
      ['thief', 'signature', 'another private key signed it'],
      ['replay', 'signature', 'bytes differ'],
      ['flipped', 'signature', 'the signature is not the one made'],
      ['unlisted', 'listed', 'before anything was signed'],
    ] as const) {
      await choose(page, id);
      await expect(preset(page, id)).toHaveAttribute('aria-pressed', 'true');
      await expect(sentence(page)).toContainText('Refused');
      await expect(remarks(page)).toContainText(words);
      await expect(failedCheck(page)).toHaveAttribute('data-check', failed);
      await expect(panel(page).locator('[data-outcome="passed"]')).toHaveCount(await figure(page, 'passed'));
      // The client hears no reason: message 51, and the methods that can continue.
      await expect(byte(page, 0)).toHaveText('33');
      await choose(page, 'comment');
      await expect(sentence(page)).toContainText('Accepted');
    }
  });

  test('an edited comment changes nothing, another key does', async ({ page }) => {
    await open(page, '?signing=right');
    const listed = await line(page).inputValue();
    expect(listed).toMatch(/^ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI\S+ alice@laptop$/);
    await line(page).fill(listed.replace('alice@laptop', 'nobody in particular'));
    await line(page).press('Enter');
    await settled(page);
    await expect(sentence(page)).toContainText('Accepted');
    await expect(remarks(page)).toContainText('“nobody in particular” decided nothing');
    // The key itself is not in the address: it follows the seed.
    expect((await addressParameters(page)).get('line')).toBe('ssh-ed25519 {mine} nobody in particular');
    await line(page).fill(listed.replace('AAAAC3Nza', 'AAAAC3Nzb'));
    await line(page).press('Enter');
    await settled(page);
    await expect(sentence(page)).toContainText('Refused at check 7');
    await expect(lab(page).locator('[data-line-says]')).toContainText('skips this line');
  });

  test('a byte that is clicked is wrong until it is put back', async ({ page }) => {
    await open(page, '?step=6');
    const signed = await byte(page, 240).innerText();
    await byte(page, 240).click();
    await settled(page);
    await expect(byte(page, 240)).toHaveAttribute('data-wrong', '');
    expect(parseInt(await byte(page, 240).innerText(), 16) ^ parseInt(signed, 16)).toBe(1);
    await expect(sentence(page)).toContainText('Refused');
    await lab(page).getByRole('button', { name: 'bit 7', exact: true }).click();
    await settled(page);
    expect(parseInt(await byte(page, 240).innerText(), 16) ^ parseInt(signed, 16)).toBe(0x80);
    expect((await addressParameters(page)).get('bit')).toBe(String(8 * (240 + 68)));
    await button(page, 'Put it back').click();
    await settled(page);
    await expect(sentence(page)).toContainText('Accepted');
    // One in the session identifier is wrong before it is signed.
    await rungs(page).nth(5).click();
    await settled(page);
    await byte(page, 10).click();
    await settled(page);
    await expect(remarks(page)).toContainText('they differ in the session identifier');
  });

  test('a field shows its bytes, and a byte its field', async ({ page }) => {
    await open(page, '?step=5');
    const user = panel(page).locator('[data-field]', { hasText: 'user name' });
    await user.click();
    await expect(user).toHaveAttribute('aria-pressed', 'true');
    await expect(panel(page).locator('[data-at][data-lit]')).toHaveText([
      '00',
      '00',
      '00',
      '05',
      '61',
      '6c',
      '69',
      '63',
      '65',
    ]);
    await byte(page, 205).dispatchEvent('pointerover');
    await expect(panel(page).locator('[data-field][data-lit]')).toContainText('point');
    await expect(panel(page).locator('[data-at][data-lit]')).toHaveCount(36);
  });

  test('the bytes are reached by keys, and turned over', async ({ page }) => {
    await open(page, '?step=6');
    await byte(page, 0).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect(byte(page, 13)).toBeFocused();
    await page.keyboard.press('Enter');
    await settled(page);
    await expect(byte(page, 13)).toHaveAttribute('data-wrong', '');
    await expect(byte(page, 13)).toBeFocused();
  });

  test('another seed makes another key pair and another session', async ({ page }) => {
    await open(page);
    await unfold(page, KEYS);
    const session = () => card(page, 'first').locator('.mt-ssh-id').innerText();
    const [key, before] = [await secret(page).innerText(), await session()];
    await lab(page).locator('[data-seed]').fill('2');
    await lab(page).locator('[data-seed]').press('Enter');
    await settled(page);
    await expect(secret(page)).not.toHaveText(key);
    expect(await session()).not.toBe(before);
    await pressInMenu(lab(page), 'reset');
    await settled(page);
    await expect(secret(page)).toHaveText(key);
    expect((await addressParameters(page)).size).toBe(0);
  });
});

test.describe('the lab of logins by key on a phone', { tag: '@touch' }, () => {
  test('the signature follows a finger to its own connection', async ({ page }) => {
    await open(page);
    const { x, y } = await middleOf(chip(page));
    const to = (await card(page, 'first').boundingBox())!;
    const end = to.x + to.width / 2;
    await touch(page, [[x, y]], [[(x + end) / 2, y]], [[end, y]]);
    await settled(page);
    await expectIn(page, 'first', true);
  });
});
