/** Labs that share a page, on the first article with two: what goes wrong with one is no business of the other. */
import { articles } from './built';
import { expect } from './fixtures';
import { allLabs, atRest, builtHtml, contentsOf, pressInMenu, test, type Lab } from './labs';

// Once the models of the later lab are missing.
test.use({ contextOptions: { reducedMotion: 'reduce' }, expectedComplaints: [/models_bg|ERR_FAILED|wasm/i] });

const pairs = articles().flatMap((path) => {
  const article = builtHtml(path);
  const placeOf = ({ tag }: Lab): number => article.indexOf(`<${tag} `);
  // Each lab's own page says what it is, and is read sooner than its article.
  const has = ({ path }: Lab, attribute: string): boolean => builtHtml(path).includes(attribute);
  const [first, ...others] = allLabs
    .filter((lab) => path === `/findings/${lab.slug}/` && has(lab, 'data-act="retry"'))
    .sort((a, b) => placeOf(a) - placeOf(b));
  const second = others.find((lab) => !has(lab, 'data-no-models'));
  return first === undefined || second === undefined ? [] : [{ path, first, second }];
});

for (const { path, first, second } of pairs.slice(0, 1)) {
  test(`${path} keeps its first lab where the second has no models`, { tag: '@once' }, async ({ page }) => {
    const [sound, broken] = [page.locator(first.tag), page.locator(second.tag)];
    await page.goto(path);
    await sound.scrollIntoViewIfNeeded();
    await atRest(sound);
    await page.route('**/*.wasm', (route) => route.abort());
    await broken.scrollIntoViewIfNeeded();
    const again = broken.locator('[data-act="retry"]');
    await expect(again).toBeVisible({ timeout: 20_000 });

    const before = await contentsOf(sound);
    await expect(sound.locator('[data-trouble]')).toBeHidden();
    await sound.locator('[data-preset]:visible[aria-pressed="false"]').last().click();
    await atRest(sound);
    expect(await contentsOf(sound)).not.toEqual(before);
    // Changes of one lab's address parameters leave the other lab alone.
    await expect(again).toBeVisible();

    await page.unroute('**/*.wasm');
    await again.click();
    await atRest(broken);
    await expect(again).toBeHidden();
    const { figures } = await contentsOf(sound);
    await pressInMenu(broken, 'reset');
    await atRest(broken);
    expect((await contentsOf(sound)).figures).toEqual(figures);
  });
}
