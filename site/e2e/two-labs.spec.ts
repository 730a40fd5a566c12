/** Labs that share a page: what goes wrong with one is no business of the other. */
import { articles, labsOf, pageAt } from './built';
import { expect } from './fixtures';
import { atRest, shown, test } from './labs';

// Once the models of the later lab are missing.
test.use({ contextOptions: { reducedMotion: 'reduce' }, expectedComplaints: [/models_bg|ERR_FAILED|wasm/i] });

for (const path of articles()) {
  const labs = labsOf(path).filter((lab) => pageAt(path).querySelector(`${lab} [data-act="retry"]`));
  const [first, ...others] = labs;
  const second = others.find((lab) => !pageAt(path).querySelector(`${lab}[data-no-models], ${lab} [data-no-models]`));
  if (first === undefined || second === undefined) continue;

  test(`${path} keeps its first lab where the second has no models`, { tag: '@once' }, async ({ page }) => {
    const [sound, broken] = [page.locator(first), page.locator(second)];
    await page.goto(path);
    await sound.scrollIntoViewIfNeeded();
    await atRest(sound);
    await page.route('**/*.wasm', (route) => route.abort());
    await broken.scrollIntoViewIfNeeded();
    const again = broken.locator('[data-act="retry"]');
    await expect(again).toBeVisible({ timeout: 20_000 });

    const before = await shown(sound);
    await expect(sound.locator('[data-trouble]')).toBeHidden();
    await sound.locator('[data-preset]:visible[aria-pressed="false"]').last().click();
    await atRest(sound);
    expect(await shown(sound)).not.toEqual(before);
    // What the one asks for in the address leaves the other alone.
    await expect(again).toBeVisible();

    await page.unroute('**/*.wasm');
    await again.click();
    await atRest(broken);
    await expect(again).toBeHidden();
    const { figures } = await shown(sound);
    await broken.locator('[data-act="reset"]').click();
    await atRest(broken);
    expect((await shown(sound)).figures).toEqual(figures);
  });
}
