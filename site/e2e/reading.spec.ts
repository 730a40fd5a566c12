/** Every way of reading an article: one visit to each, and what its readers are told where a part of the site can't work. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { articles, dist, labsOf, pageAt } from './built';
import { expect, test } from './fixtures';
import { allLabs } from './labs';
import {
  hiddenSentences,
  indistinctChoices,
  onPaper,
  packed,
  PAPER,
  readerMode,
  textBlocks,
  wrongOnPaper,
} from './reading';

/** Pages of A4 for an article that opens with a story. */
const MOST_PAGES = 8;
const ARTICLE = '/findings/dead-connections/';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Opens the folds of a page's labs, and waits until these have come to life, as they do when they come near. */
async function openLabs(page: Page, labs: readonly string[]): Promise<void> {
  await page.locator('.mt-lab details:not([data-menu])').evaluateAll((all) => {
    for (const fold of all) (fold as HTMLDetailsElement).open = true;
  });
  for (const lab of labs) {
    await page.locator(lab).scrollIntoViewIfNeeded();
    await expect(page.locator(lab)).toHaveAttribute('data-state', /^(ready|idle)$/, { timeout: 30_000 });
  }
}

/** Opens the note of a figure and closes it again. Returns its text; nothing of an article that is not measured yet, and has no figure. */
async function readNote(page: Page): Promise<string | undefined> {
  const figure = page.locator('.mt-prose a[data-named]:visible').last();
  if ((await figure.count()) === 0) return undefined;
  await figure.click();
  const note = page.locator('.mt-note');
  await expect(note).toBeVisible();
  const text = await note.innerText();
  await page.keyboard.press('Escape');
  await expect(note).toHaveCount(0);
  return text;
}

for (const path of articles()) {
  test(
    `${path} is whole in a reader mode, on paper and in colours of the reader’s own`,
    { tag: '@once' },
    async ({ page }) => {
      test.slow();
      const labs = labsOf(path);
      await page.goto(path);
      await openLabs(page, labs);

      await test.step('a reader mode has every heading, sentence and figure, and no note', async () => {
        const note = await readNote(page);
        const { text, headings } = await readerMode(page);
        const blocks = await textBlocks(page);
        const named = blocks.filter(({ isHeading }) => isHeading).map((heading) => heading.text);
        expect.soft(headings.filter((heading) => named.includes(heading))).toEqual(named);
        expect.soft(blocks.filter((block) => !text.includes(block.text))).toEqual([]);
        const hidden = [...(note === undefined ? [] : [packed(note)]), ...(await hiddenSentences(page))];
        expect.soft(hidden.filter((sentence) => text.includes(sentence))).toEqual([]);
      });

      await test.step('colours of the reader’s own show what is chosen', async () => {
        await page.emulateMedia({ forcedColors: 'active' });
        expect.soft(await indistinctChoices(page)).toEqual([]);
        await page.emulateMedia({ forcedColors: 'none' });
      });

      await test.step('paper has all of it, nothing that takes a hand, and no title apart from what it names', async () => {
        await page.emulateMedia({ media: 'print' });
        await page.setViewportSize(PAPER);
        expect.soft(await wrongOnPaper(page)).toEqual([]);
        const { pages, lonely } = await onPaper(page);
        expect.soft(lonely).toEqual([]);
        if (pageAt(path).querySelector('.mt-story')) expect.soft(pages).toBeLessThanOrEqual(MOST_PAGES);
      });
    },
  );
}

test('what is copied of a page has no words that nobody sees', { tag: '@once' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(ARTICLE);
  for (const place of ['#why-idle p', 'figure td:has(.mt-inline-figure)']) {
    const block = page.locator(place).first();
    const shown = await block.evaluate((block) => {
      getSelection()!.selectAllChildren(block);
      const copy = block.cloneNode(true) as Element;
      for (const hidden of copy.querySelectorAll('.sr-only, .mt-outcomes-head')) hidden.remove();
      return copy.textContent;
    });
    await page.keyboard.press('Control+c');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(packed(copied)).toBe(packed(shown));
  }
});

test.describe('without WebAssembly', { tag: '@once' }, () => {
  test('a lab says so, and offers nothing that would not help', async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly'));
    const { path, tag } = allLabs.find(({ slug, name }) => slug === 'dead-connections' && name === 'lab')!;
    await page.goto(path);
    const lab = page.locator(tag);
    await expect(lab.getByRole('alert')).toHaveText(/^\s*This browser runs no WebAssembly/);
    await expect(lab.locator('[data-act="retry"]')).toBeHidden();
    expect(page.workers()).toEqual([]);
  });
});

test.describe('opened as a file', { tag: '@once' }, () => {
  test.use({ expectedComplaints: [/file:|ERR_FILE_NOT_FOUND|ERR_FAILED|CORS/] });
  test('a page says that it needs a web server', async ({ page }) => {
    const words = page.getByText('This page was opened as a file');
    await page.goto(ARTICLE);
    await expect(words).toBeHidden();
    await page.goto(pathToFileURL(join(dist, ARTICLE, 'index.html')).href);
    await expect(words).toBeVisible();
  });
});
