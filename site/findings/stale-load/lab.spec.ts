/** What this lab does besides what every lab does, which `site/e2e/labs.spec.ts` tests. */
import { expect } from '@/e2e/fixtures';
import { dragBy, frames, labOf, test } from '@/e2e/labs';

const { lab, open, settled, figure, type, typed, choice, button } = labOf('stale-load');

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('the lab of stale load', { tag: '@once' }, () => {
  test('opens where asking all servers has just become the worst, and makes that vanish', async ({ page }) => {
    await open(page);
    const words = lab(page).locator('[data-headline]');
    await expect(words).toContainText('Shortest of all is worse than chance');
    expect(await figure(page, 'mean-time')).toBeGreaterThan(5);
    expect(await figure(page, 'crossing-age')).toBeLessThan(3);
    await type(page, 'age', '1');
    await expect(words).toContainText('Shortest of all beats chance');
    await type(page, 'age', '25');
    await expect(words).toContainText('is worse than chance');
    await choice(page, 'information').selectOption('own');
    await settled(page);
    await expect(words).toContainText('Shortest of all beats chance');
    await expect(page).toHaveURL(/age=25/);
  });

  test('plays when asked, stands still when told, and goes on by a moment', async ({ page }) => {
    await open(page);
    const position = lab(page).locator('[data-position]');
    await expect(position).toHaveText(/^18\.0 of 18\.0, copy 2\.9\d old$/);
    const read = lab(page).locator('[data-picture="queues"] [data-rows]');
    await expect(read, 'each policy’s queues can be read').toHaveCount(3);
    await button(page, 'Replay').click();
    await expect(position).not.toHaveText(/^18\.0/);
    await expect(read, 'but while they move').toHaveCount(0);
    await button(page, 'Pause').click();
    await expect(read).toHaveCount(3);
    const paused = await position.textContent();
    await frames(page, 12);
    await expect(position).toHaveText(paused ?? '');
    await button(page, 'A moment on').click();
    await expect(position).not.toHaveText(paused ?? '');
  });

  test('takes the age by the line in the chart, too', async ({ page }) => {
    await open(page);
    await dragBy(page, lab(page).locator('[data-handle="mean"] span'), { x: 60 });
    await settled(page);
    expect(Number(await typed(page, 'age').inputValue())).toBeGreaterThan(4);
    await choice(page, 'information').selectOption('fresh');
    await settled(page);
    await expect(lab(page).locator('[data-handle="mean"]')).toBeHidden();
    await expect(lab(page).locator('[data-why="age"]')).toHaveText('What is known as it is has no age.');
  });
});
