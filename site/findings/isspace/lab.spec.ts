import type { Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { addressParameters, labOf, pressInMenu, test } from '@/e2e/labs';

const { lab, settled, open, figure, button, preset, choice } = labOf('isspace');

const box = (page: Page, name: string) => lab(page).locator(`[data-text="${name}"]`);
const view = (page: Page, name: string) => lab(page).locator(`.mt-lab-views input[value="${name}"]`);
const verdict = (page: Page) => lab(page).locator('[data-verdict-words]');
const step = (page: Page, side: 'rule' | 'ascii') => lab(page).locator(`[data-step-words="${side}"]`);
const byte = (page: Page, offset: number) => lab(page).locator(`[data-tape] [data-offset="${offset}"]`);
const differing = (page: Page) => lab(page).locator('[data-tape] [data-differs]');
const count = (page: Page) => lab(page).locator('[data-count]');
const live = (page: Page) => lab(page).locator('[data-live]');
const chips = (page: Page) => lab(page).locator('[data-break]');

/** A text as an address carries it. */
const written = (text: string) => encodeURIComponent(text);

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('the lab of isspace', { tag: '@once' }, () => {
  test('opens where a value loses half of its last character', async ({ page }) => {
    await open(page);
    await expect(verdict(page)).toHaveAttribute('data-verdict', 'altered');
    await expect(verdict(page)).toContainText('déj\\xC3 instead of visited=>déjà');
    expect(await figure(page, 'parting')).toBe(27);
    await expect(differing(page)).toHaveCount(1);
    await expect(byte(page, 27)).toHaveAttribute('data-parting', '');
    await expect(byte(page, 27).locator('[data-reader="rule"]')).toHaveAttribute('data-as', 'space');
    await expect(byte(page, 27).locator('[data-reader="ascii"]')).toHaveAttribute('data-as', 'value');
  });

  test('heals the letter when its byte is pressed, by mouse or keys, and tears it again', async ({ page }) => {
    await open(page);
    await byte(page, 27).click();
    await settled(page);
    await expect(differing(page)).toHaveCount(0);
    await expect(verdict(page)).toHaveAttribute('data-verdict', 'same');
    await byte(page, 27).press('Enter');
    await settled(page);
    await expect(differing(page)).toHaveCount(1);
    await expect(verdict(page)).toHaveAttribute('data-verdict', 'altered');
    expect((await addressParameters(page)).toString()).toBe('');
  });

  test('goes through the steps forward and back, and the address follows', async ({ page }) => {
    await open(page, `?hstore=${written('à=>1')}`);
    await expect(count(page)).toHaveText('2 of 8 steps');
    await button(page, 'One step back').click();
    await settled(page);
    for (const side of ['rule', 'ascii'] as const) await expect(step(page, side)).toContainText('C3');
    expect((await addressParameters(page)).get('step')).toBe('1');
    await button(page, 'One step back').click();
    await settled(page);
    await expect(count(page)).toHaveText('0 of 8 steps');
    await button(page, 'One step back').click();
    await expect(count(page)).toHaveText('0 of 8 steps');
    for (let steps = 1; steps <= 9; steps++) {
      await button(page, 'One step on').click();
      await expect(count(page)).toHaveText(`${Math.min(steps, 8)} of 8 steps`);
    }
    await expect(lab(page).locator('[data-pairs="rule"]')).toContainText('C3');
    await expect(lab(page).locator('[data-pairs="ascii"]')).toContainText('à');
    await button(page, 'Where they differ').click();
    await expect(count(page)).toHaveText('2 of 8 steps');
    await page.goBack();
    await expect(count(page)).toHaveText('8 of 8 steps');
  });

  test('plays, pauses, and is scrubbed by the keyboard', async ({ page, browser, baseURL }) => {
    await open(page, '?step=0');
    // Whoever asks for less motion gets a step at a time.
    await button(page, 'Play').click();
    await expect(count(page)).toHaveText(/^1 of/);
    await lab(page).locator('[data-scrub]').focus();
    await page.keyboard.press('End');
    await expect(count(page)).toHaveText('51 of 51 steps');
    await page.keyboard.press('ArrowLeft');
    await expect(count(page)).toHaveText('50 of 51 steps');

    const moving = await browser.newContext({ reducedMotion: 'no-preference', ...(baseURL && { baseURL }) });
    const other = await moving.newPage();
    await open(other, `?step=0&hstore=${written('à=>1, b=>2')}`);
    await lab(other).locator('[data-tape]').scrollIntoViewIfNeeded();
    await button(other, 'Play').click();
    await expect(button(other, 'Pause')).toBeVisible();
    await expect(count(other)).toHaveText(/^[3-9] of/);
    await button(other, 'Pause').click();
    const stopped = Number((await addressParameters(other)).get('step'));
    expect(stopped).toBeGreaterThan(2);
    await expect(count(other)).toHaveText(new RegExp(`^${stopped} of`));
    await moving.close();
  });

  test('parses what is typed, and says what becomes of it', async ({ page }) => {
    await open(page);
    await box(page, 'hstore').fill('voilàb=>1');
    await settled(page);
    await expect(verdict(page)).toHaveAttribute('data-verdict', 'refused');
    await box(page, 'hstore').fill('"voilà"=>1');
    await settled(page);
    await expect(verdict(page)).toHaveAttribute('data-verdict', 'same');
    expect(await figure(page, 'parting')).toBeNaN();
    await box(page, 'hstore').blur();
    await expect(live(page)).toHaveText((await verdict(page).textContent())!.trim());
    await preset(page, 'key').click();
    await settled(page);
    await expect(preset(page, 'key')).toHaveAttribute('aria-pressed', 'true');
    await expect(box(page, 'hstore')).toHaveValue('voilà=>1');
    await pressInMenu(lab(page), 'reset');
    await expect(box(page, 'hstore')).toHaveValue(/^city=>/);
    await page.goBack();
    await expect(box(page, 'hstore')).toHaveValue('voilà=>1');
  });

  test('takes other bytes for white space: typed, chosen, or pressed on the tape', async ({ page }) => {
    await open(page);
    const named = lab(page).locator('[data-named-rule]');
    await expect(named).toHaveValue('85.A0');
    await named.selectOption({ label: 'C locale: the ASCII six' });
    await settled(page);
    await expect(verdict(page)).toHaveAttribute('data-verdict', 'same');
    await named.selectOption('own');
    await expect(box(page, 'rule')).toBeFocused();
    await box(page, 'rule').fill('C5 zz');
    await expect(lab(page).locator('[data-remark-on="rule"]')).toContainText('“zz” is no byte');
    await settled(page);
    await expect(named).toHaveValue('own');
    await expect(verdict(page)).toHaveAttribute('data-verdict', 'refused');
    await box(page, 'rule').blur();
    expect((await addressParameters(page)).get('rule')).toBe('C5');
    // The byte 79 is the y of city.
    await byte(page, 3).click();
    await settled(page);
    expect((await addressParameters(page)).get('rule')).toBe('79.C5');
    await expect(byte(page, 3)).toHaveAttribute('aria-pressed', 'true');
    await expect(byte(page, 3)).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(byte(page, 2)).toBeFocused();
    await page.keyboard.press('Enter');
    await settled(page);
    expect((await addressParameters(page)).get('rule')).toBe('74.79.C5');
    // A link that sets bytes of one's own shows the field for them.
    await page.reload();
    await settled(page);
    await expect(box(page, 'rule')).toBeVisible();
    await expect(box(page, 'rule')).toHaveValue('74 79 C5');
  });

  test('lists what breaks, by block and place, and hands it to the parser', async ({ page }) => {
    await open(page, '?view=breaks');
    expect(await figure(page, 'broken')).toBe(99104);
    await expect(chips(page)).toHaveCount(4);
    await expect(lab(page).locator('[data-break="224"]')).toHaveAttribute('data-verdict', 'altered');
    await choice(page, 'place').selectOption('within-value');
    await expect(lab(page).locator('[data-break="224"]')).toHaveAttribute('data-verdict', 'refused');
    await choice(page, 'block').selectOption('latin-extended-a');
    await expect(lab(page).locator('[data-break="261"]')).toBeVisible();
    await chips(page).first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(chips(page).nth(1)).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await settled(page);
    await expect(view(page, 'parser')).toBeChecked();
    await expect(view(page, 'parser')).toBeFocused();
    await expect(box(page, 'hstore')).toHaveValue('k=>aąb');
    await expect(verdict(page)).toHaveAttribute('data-verdict', 'refused');
    await page.goBack();
    await expect(view(page, 'breaks')).toBeChecked();
    await choice(page, 'block').selectOption('all');
    await expect(chips(page)).toHaveCount(400);
    await expect(lab(page).locator('[data-broken]')).toContainText('98,704 more');
    await open(page, '?view=breaks&rule=');
    await expect(lab(page).locator('[data-breaks-words]')).toContainText('breaks nothing');
  });

  test('classifies what is typed, character by character', async ({ page }) => {
    await open(page, '?view=text');
    await expect(lab(page).locator('[data-classified-words]')).toContainText('How many words? From');
    await box(page, 'text').fill('a\u00a0b\u202e<b>😀');
    await settled(page);
    expect(await figure(page, 'characters')).toBe(8);
    expect(await figure(page, 'text-bytes')).toBe(14);
    expect(await figure(page, 'disputed')).toBe(1);
    expect(await figure(page, 'fewest-words')).toBe(1);
    expect(await figure(page, 'most-words')).toBe(2);
    const row = (codePoint: string) => lab(page).locator('[data-classified] tr', { hasText: codePoint });
    await expect(row('U+00A0')).toContainText('no-break space');
    await expect(row('U+00A0')).toContainText('C2 A0');
    await expect(row('U+202E')).toContainText('right-to-left override');
    await expect(row('U+1F600')).toContainText('F0 9F 98 80');
    await expect(lab(page).locator('[data-strip]')).toContainText('RLO');
    await box(page, 'text').blur();
    expect((await addressParameters(page)).get('text')).toBe('a\u00a0b\u202e<b>😀');
    await preset(page, 'controls').click();
    await settled(page);
    await expect(row('U+001C')).toContainText('information separator four');
  });

  test('sends nothing of what is typed anywhere', async ({ page }) => {
    await open(page, '?view=text');
    await view(page, 'parser').check();
    await settled(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await box(page, 'hstore').fill('secret=>words');
    await settled(page);
    await view(page, 'text').check();
    await box(page, 'text').fill('secret words');
    await settled(page);
    // The browser asks for the page's icon when it likes, and by nothing but its address.
    const icon = new URL('/favicon.svg', page.url()).href;
    expect(requests.filter((url) => url !== icon)).toEqual([]);
  });

  test('takes an address of the view that is a table of the article now to that table', async ({ page }) => {
    await page.goto('/findings/isspace/?view=matrix&who=javascript-regex');
    await expect(page.locator('#sets')).toBeInViewport();
    await expect(lab(page).locator('[data-notes]')).toBeHidden();
  });
});
