/** Labs that show what was measured show the reader's machine, too, once a record is chosen: wherever the lab is by then. */
import { globSync, readFileSync } from 'node:fs';
import { measuredElsewhere, standingAlone } from '@/kit/record/fixtures/yours';
import { violationsOn } from './accessible';
import { expect, test } from './fixtures';

/** The view that has what was measured, where another is in front, and where its triangles are, unless in a picture. */
const AT: Readonly<Record<string, { view?: string; marks?: string }>> = {
  'timestamp-collisions': { view: 'curve' },
  setenv: { marks: '[data-libraries] .mt-mark--yours' },
};
const PICTURED = '[data-picture] .mt-mark--yours';

const labs = globSync('site/findings/*/lab/yours.ts').map((path) => {
  const slug = path.split('/')[2]!;
  const tag = /tag: '([\w-]+)'/.exec(readFileSync(path, 'utf8'))![1]!;
  const [file] = globSync(`content/measurements/${slug}/*.json`).sort();
  return { slug, tag, record: JSON.stringify(measuredElsewhere(standingAlone(file!), 'my-machine')) };
});

test.describe('your machine in labs', { tag: '@once' }, () => {
  test('there are some', () => expect(labs.length).toBeGreaterThan(3));

  for (const { slug, tag, record } of labs) {
    test(`that of ${slug} shows a record that is chosen, and not once it is forgotten`, async ({ page }) => {
      const { view, marks = PICTURED } = AT[slug] ?? {};
      await page.goto(`/findings/${slug}/`);
      const lab = page.locator(tag);
      const [shown, line] = [lab.locator(marks), lab.locator('[data-yours-line]')];
      const isReady = () => expect(lab).toHaveAttribute('data-state', 'ready', { timeout: 20_000 });
      const pictures = () =>
        lab
          .locator('[data-picture], table')
          .evaluateAll((all) => all.flatMap((one) => (one.checkVisibility() ? one.innerHTML : [])).join());
      await lab.scrollIntoViewIfNeeded();
      await isReady();
      if (view !== undefined) await lab.locator(`.mt-lab-views input[value=${view}]`).check();
      await isReady();
      await expect(shown).toHaveCount(0);
      await expect(line).toBeHidden();
      const plain = await pictures();

      // The keyboard alone reaches the field; how it opens what the system has to choose from is for compare.spec.ts.
      await page
        .locator('[data-compare] input')
        .setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(record) });
      await expect(page.locator('[data-compare]')).toHaveAttribute('data-state', 'drawn');
      await expect(shown.first()).toBeAttached();
      await expect(line).toContainText('your machine');
      await isReady();
      // Once is enough: all are handed what is kept as they are handed what is chosen, and the line is one component's.
      if (slug === labs[0]!.slug) {
        const [words, count] = [await line.textContent(), await shown.count()];
        await page.reload();
        await expect(page.locator('[data-compare]')).toHaveAttribute('data-state', 'drawn');
        await lab.scrollIntoViewIfNeeded();
        await isReady();
        await expect(shown).toHaveCount(count);
        await expect(line).toHaveText(words!);
        expect(await violationsOn(page, { within: `${tag} [data-yours-line]` })).toEqual([]);
      }

      await page.locator('[data-forget]').first().focus();
      await page.keyboard.press('Enter');
      await expect(shown).toHaveCount(0);
      await expect(line).toBeHidden();
      await isReady();
      expect((await pictures()).replaceAll(' data-look=""', '') === plain, 'pictures are as before').toBe(true);
    });
  }
});
