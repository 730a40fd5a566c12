import { putBack, setHiddenAside } from './accessible';
import { expect, test } from './fixtures';

test('what is set aside while a page is looked at leaves labs every part they may ask for @once', async ({ page }) => {
  await page.goto('/findings/dead-connections/');
  const partsOfLabs = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('mt-dead-connections-lab *, mt-dead-connections-reverse *, [data-recipes]')]
        .filter((one) => Object.keys((one as HTMLElement).dataset).length > 0 && !one.matches('svg *'))
        .map((one) => `${one.localName} ${JSON.stringify((one as HTMLElement).dataset)}`),
    );
  const recipes = () => page.locator('[data-recipes]').textContent();
  const elements = () => page.locator('*').count();
  const [parts, lines, all] = [await partsOfLabs(), await recipes(), await elements()];
  await setHiddenAside(page);
  expect(await elements()).toBeLessThan(all);
  expect(await partsOfLabs()).toEqual(parts);
  expect(await recipes()).toBe(lines);
  await putBack(page);
  expect(await elements()).toBe(all);
});
