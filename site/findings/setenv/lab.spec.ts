import type { Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { addressParameters, labOf, pressInMenu, test } from '@/e2e/labs';

const { lab, settled, open, openArticle, figure } = labOf('setenv');

const button = (page: Page, name: string | RegExp) => lab(page).getByRole('button', { name });
const stepThread = (page: Page, thread: 1 | 2) => button(page, `Step thread ${thread}`);
const asks = (page: Page, name: string) => lab(page).locator(`[data-asks="${name}"]`);
const call = (page: Page, which: string) => lab(page).locator(`[data-call="${which}"]`);
const moment = (page: Page) => lab(page).locator('[data-moment]');
const headline = (page: Page) => lab(page).locator('[data-headline]');
const column = (page: Page, thread: 1 | 2) => lab(page).locator(`[data-steps="${thread - 1}"]`);
const count = (page: Page) => lab(page).locator('[data-count]');
const scrub = (page: Page) => lab(page).locator('[data-scrub]');
const memory = (page: Page) => lab(page).locator('[data-picture="memory"] svg');
const row = (page: Page, library: string) => lab(page).locator(`[data-row="${library}"]`);
const lock = (page: Page) => lab(page).getByRole('switch', { name: 'A lock around every call' });
const more = (page: Page) => lab(page).locator('.mt-lab-more');
const unfold = (page: Page) => more(page).locator('summary').click();
const live = (page: Page) => lab(page).locator('[data-live]');

const AT_FIRST = /^Thread 2 reallocates: array B replaces A, which is freed\. Thread 1 holds a pointer/;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('the lab of setenv', { tag: '@once' }, () => {
  test('opens on few bad orders, beside the programs that were measured', async ({ page }) => {
    await openArticle(page);
    expect((await addressParameters(page)).size).toBe(0);
    expect(await figure(page, 'share')).toBeLessThan(0.15);
    // The article's own figure: that of its first sentences.
    const lead = page.locator('.mt-lead .mt-inline-value').first();
    await expect(lab(page).locator('[data-result="measured"]')).toHaveText(await lead.innerText());
    await expect(headline(page)).toHaveText(/orders go wrong\.$/);
    await expect(row(page, 'glibc-2.41')).toContainText('0%');
    await expect(more(page)).not.toHaveAttribute('open');
  });

  test('a lock makes the failures vanish for every library', async ({ page }) => {
    await open(page);
    await lock(page).check();
    await settled(page);
    expect((await addressParameters(page)).get('locking')).toBe('until-copied');
    expect(await figure(page, 'share')).toBe(0);
    for (const library of ['old-glibc', 'glibc-2.41', 'musl', 'illumos']) {
      await expect(row(page, library)).toHaveAttribute('data-fails', 'false');
    }
    await lock(page).uncheck();
    await settled(page);
    await expect(row(page, 'musl')).toHaveAttribute('data-fails', 'true');
  });

  test('an older address means what it meant, and shows what it sets', async ({ page }) => {
    await open(page, '?library=illumos');
    await expect(headline(page)).toHaveText(/^illumos: none of the/);
    await expect(more(page)).not.toHaveAttribute('open');
    await open(page, '?library=musl&locking=in-getenv&two=set-home');
    await expect(lock(page)).toBeChecked();
    await expect(more(page)).toHaveAttribute('open');
    await expect(asks(page, 'locking')).toHaveValue('in-getenv');
  });

  test('stands one step before the published crash, and the step is the crash', async ({ page }) => {
    await open(page);
    await expect(moment(page)).toHaveText(AT_FIRST);
    await expect(count(page)).toHaveText('step 9 of 10');
    await expect(memory(page)).toHaveAttribute(
      'aria-label',
      /Array A has been freed\. .* Thread 1 holds a pointer to A\[0\]/,
    );
    await stepThread(page, 1).click();
    await settled(page);
    await expect(moment(page)).toHaveText(/^Thread 1 reads A\[0\], but array A has been freed\./);
    await expect(column(page, 1).locator('[data-step="fault"]')).toHaveText(/ep/);
    await expect(column(page, 1)).toContainText('✕ array A is gone');
    await expect(memory(page).locator('.mt-se-cross')).toHaveCount(1);
    for (const thread of [1, 2] as const)
      await expect(stepThread(page, thread)).toHaveAttribute('aria-disabled', 'true');
    expect((await addressParameters(page)).toString()).toBe('at=10');
    await page.goBack();
    await expect(moment(page)).toHaveText(AT_FIRST);
  });

  test('steps either thread by button and by key, undoes, redoes and branches', async ({ page }) => {
    await open(page, '?at=0');
    await expect(moment(page)).toHaveText('Nothing has happened yet.');
    await stepThread(page, 2).click();
    await settled(page);
    await expect(count(page)).toHaveText('step 1 of 1');
    await expect(moment(page)).toHaveText('Thread 2 takes the lock.');
    await page.keyboard.press('1');
    await settled(page);
    await page.keyboard.press('1');
    await settled(page);
    await expect(count(page)).toHaveText('step 3 of 3');
    expect((await addressParameters(page)).get('steps')).toBe('211');
    await button(page, 'Undo a step').click();
    await settled(page);
    await expect(count(page)).toHaveText('step 2 of 3');
    await button(page, 'Redo a step').click();
    await settled(page);
    await expect(count(page)).toHaveText('step 3 of 3');
    await scrub(page).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await settled(page);
    await expect(count(page)).toHaveText('step 1 of 3');
    await expect(scrub(page)).toHaveAttribute('aria-valuetext', 'Step 1 of 3. Thread 2 takes the lock.');
    // The order goes on like this, so it stays; another step makes it another order.
    await page.keyboard.press('1');
    await settled(page);
    await expect(count(page)).toHaveText('step 2 of 3');
    await page.keyboard.press('2');
    await settled(page);
    await expect(count(page)).toHaveText('step 3 of 3');
    expect((await addressParameters(page)).get('steps')).toBe('212');
  });

  test('a thread that waits for the lock takes no step, and is said to wait', async ({ page }) => {
    await open(page, '?locking=until-copied&steps=1');
    await expect(column(page, 2).locator('[data-step="waits"]')).toHaveText(/LOCK \(waits for the lock\)/);
    await expect(stepThread(page, 2)).toHaveAttribute('aria-disabled', 'true');
    // The button can be pressed, for a button that is taken away would take the focus with it.
    await stepThread(page, 2).click({ force: true });
    await page.keyboard.press('2');
    await expect(count(page)).toHaveText('step 1 of 1');
  });

  test('says each step out loud', async ({ page }) => {
    await open(page, '?at=0');
    await stepThread(page, 1).click();
    await expect(live(page)).toHaveText('Step 1 of 10. Thread 1 reads environ, which points to A[0].');
  });

  test('another question begins afresh, in every control', async ({ page }) => {
    await open(page, '?at=3');
    await row(page, 'musl').locator('label').click();
    await unfold(page);
    await call(page, 'two 0').selectOption('set-home');
    await call(page, 'two 1').selectOption('unset-path');
    await settled(page);
    expect((await addressParameters(page)).toString()).toBe('library=musl&two=set-home.unset-path');
    await expect(column(page, 2)).toContainText('unsetenv("PATH")');
    await expect(headline(page)).toHaveText(/^musl: /);
    await asks(page, 'before').uncheck();
    await asks(page, 'start').selectOption('home');
    await asks(page, 'room').selectOption('1');
    await settled(page);
    const parameters = await addressParameters(page);
    expect(['before', 'start', 'room'].map((name) => parameters.get(name))).toEqual(['off', 'home', '1']);
    await expect(row(page, 'musl').locator('input')).toBeChecked();
    await pressInMenu(lab(page), 'reset');
    await settled(page);
    expect((await addressParameters(page)).size).toBe(0);
  });

  test('every row of the table is a choice, by mouse and by keyboard', async ({ page }) => {
    await open(page);
    await expect(row(page, 'old-glibc').locator('[data-column="measured"]')).toHaveText('100%');
    await expect(row(page, 'illumos').locator('[data-column="measured"]')).toHaveText('–');
    await row(page, 'glibc-2.41').locator('label').click();
    await settled(page);
    expect((await addressParameters(page)).toString()).toBe('library=glibc-2.41');
    expect(await figure(page, 'share')).toBe(0);
    await expect(moment(page)).not.toContainText('freed');
    await row(page, 'glibc-2.41').locator('input').focus();
    await page.keyboard.press('ArrowDown');
    await settled(page);
    expect((await addressParameters(page)).get('library')).toBe('musl');
    await expect(row(page, 'musl').locator('input')).toBeFocused();
  });

  test('finds the shortest failure and goes through it, or says that there is none', async ({ page }) => {
    await open(page, '?steps=2121');
    await unfold(page);
    await button(page, 'Find the shortest failure').click();
    await settled(page);
    await expect(count(page)).toHaveText('step 0 of 10');
    // With less motion each press is a step.
    await button(page, 'Play').click();
    await settled(page);
    await expect(moment(page)).toHaveText(/^Thread 1 reads environ/);
    await open(page, '?library=illumos&steps=12');
    await unfold(page);
    await button(page, 'Find the shortest failure').click();
    await expect(live(page)).toHaveText(/none of the [\d,]+ orders goes wrong/);
  });

  test('plays by itself where motion is welcome, and rests at the crash', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ reducedMotion: 'no-preference', ...(baseURL && { baseURL }) });
    const page = await context.newPage();
    await open(page, '?pace=fast');
    await expect(more(page)).toHaveAttribute('open');
    await button(page, 'Find the shortest failure').click();
    await button(page, 'Pause').waitFor();
    await expect(count(page)).toHaveText('step 10 of 10');
    await expect(button(page, 'Play')).toBeVisible();
    await expect(moment(page)).toHaveText(/has been freed\./);
    await button(page, 'Play').click();
    await expect(count(page)).not.toHaveText('step 10 of 10');
    await button(page, 'Pause').click();
    await expect(button(page, 'Play')).toBeVisible();
    const stands = await count(page).textContent();
    // In which several steps would be played.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
    expect(await count(page).textContent()).toBe(stands);
    await context.close();
  });

  test('mends an address, and says what it could not take', async ({ page }) => {
    const notes = lab(page).locator('[data-notes]');
    await open(page, '?library=mus&one=put-home&steps=12x2&at=77');
    await expect(row(page, 'musl').locator('input')).toBeChecked();
    for (const parameter of ['library', 'one', 'steps', 'at']) await expect(notes).toContainText(`says ${parameter} =`);
    // Only the model knows these: the lock is taken, and there are no more steps.
    await open(page, '?one=set-lang&steps=122112');
    await expect(notes).toContainText('has steps that cannot be taken');
    await settled(page);
    await expect(count(page)).toHaveText('step 3 of 3');
    await open(page, '?at=150');
    await expect(notes).toContainText('beyond the last step; 10 is used');
    await settled(page);
    await expect(count(page)).toHaveText('step 10 of 10');
  });
});
