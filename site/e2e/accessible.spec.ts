import { putBack, setHiddenAside } from './accessible';
import { expect, test } from './fixtures';

test('what is set aside while a page is looked at leaves labs every part they may ask for @once', async ({ page }) => {
  await page.goto('/findings/dead-connections/');
  // By the names of their data alone: a chart that comes into view draws meanwhile, and keeps its table in such an attribute.
  const partsOfLabs = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('mt-dead-connections-lab *, mt-dead-connections-reverse *, [data-recipes]')]
        .map((one) => ({ one, names: Object.keys((one as HTMLElement).dataset) }))
        .filter(({ one, names }) => names.length > 0 && !one.matches('svg, svg *'))
        .map(({ one, names }) => `${one.localName} ${names.filter((name) => name !== 'state').join(' ')}`),
    );
  const recipes = () => page.locator('[data-recipes]').textContent();
  const elements = () => page.locator(':not(svg *)').count();
  await expect(page.locator('mt-dead-connections-lab')).toHaveAttribute('data-state', /^(ready|idle)$/);
  const [parts, lines, all] = [await partsOfLabs(), await recipes(), await elements()];
  expect(parts.length).toBeGreaterThan(20);
  await setHiddenAside(page);
  expect(await elements()).toBeLessThan(all);
  expect(await partsOfLabs()).toEqual(parts);
  expect(await recipes()).toBe(lines);
  await putBack(page);
  expect(await elements()).toBe(all);
});
