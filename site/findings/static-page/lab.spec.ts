/** What the tool and the lab of covers do besides what every lab does, which `site/e2e/labs.spec.ts` tests. */
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { expectAccessible, labOf, overflow, test } from '@/e2e/labs';
import { factsOf, madeUp } from './made-up';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const covers = labOf('static-page');
const tool = labOf('static-page', 'tool');

const { old, made } = madeUp('ferryman');
const [plain, covered] = [Buffer.from(old), Buffer.from(made)];

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/epub+zip', buffer });
const bytesOf = async (download: Download) => readFile(await download.path());
const books = (page: Page) => tool.lab(page).locator('[data-books] > li');
const choose = async (page: Page, ...files: ReturnType<typeof file>[]) => {
  await tool.lab(page).locator('[data-files]').setInputFiles(files);
  await idle(page);
};
const idle = (page: Page) => expect(tool.lab(page)).toHaveAttribute('data-state', 'idle', { timeout: 20_000 });
const open = async (page: Page) => {
  await page.goto(tool.path);
  await tool.lab(page).scrollIntoViewIfNeeded();
  // Not its fieldset: Playwright calls one that is disabled enabled.
  await expect(tool.lab(page).locator('[data-files]')).toBeEnabled();
};
/** Comes near, so that everything is fetched. */
const load = async (page: Page) => {
  await tool.lab(page).locator('[data-files]').focus();
  await expect(tool.lab(page).locator('[data-offline]')).toContainText('can be switched off now', { timeout: 20_000 });
};
const press = async (page: Page, name: string): Promise<Download> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    tool.lab(page).getByRole('button', { name }).first().press('Enter'),
  ]);
  return download;
};

test.describe('the tool for covers', { tag: '@once' }, () => {
  test('works with the network off, by keys alone, to the same bytes as natively, and asks for nothing', async ({
    page,
    context,
  }) => {
    await open(page);
    await load(page);
    const requests: string[] = [];
    context.on('request', (request) => {
      if (/^(https?|wss?):/.test(request.url())) requests.push(request.url());
    });
    await context.setOffline(true);
    await choose(page, file('ferry.epub', plain));
    const [book] = await books(page).all();
    await expect(book!.locator('[data-own="says"]')).toContainText('11 of 12 entries are the same byte for byte');
    const download = await press(page, 'Download book');
    expect(download.suggestedFilename()).toBe('ferry-with-cover.epub');
    expect((await bytesOf(download)).equals(covered)).toBe(true);
    const title = book!.locator('[data-own="title"]');
    await title.fill('Ночь над рекой');
    await title.press('Enter');
    await idle(page);
    await expect(book!.locator('[data-own="says"]')).toContainText('The font lacks “Н о ч ь');
    expect((await bytesOf(await press(page, 'Download book'))).equals(covered)).toBe(false);
    expect(await tool.figure(page, 'requests')).toBe(0);
    expect(requests).toEqual([]);
    expect(page.url()).not.toContain('?');
  });

  test('says in a line each which files are no books, and goes on with the others', async ({ page }) => {
    await open(page);
    const head = Buffer.from('#!/bin/sh\n');
    await choose(
      page,
      file('empty.epub', Buffer.alloc(0)),
      file('text.epub', Buffer.from('Once upon a time there was a book that was none at all.')),
      file('cut.epub', plain.subarray(0, plain.length - 40)),
      file('first.epub', plain),
      file('led.epub', Buffer.concat([head, plain])),
      file('second.epub', plain),
    );
    await expect(books(page)).toHaveCount(6);
    const said = await books(page).locator('[data-own="says"]').allTextContents();
    const [empty, text, cut, , led] = said;
    expect(empty).toMatch(/^empty\.epub: .*empty/);
    expect(text).toMatch(/^text\.epub: .*ZIP/);
    expect(cut).toMatch(/^cut\.epub: .*again/);
    expect(led).toMatch(/^led\.epub: 10 bytes/);
    for (const line of said) expect(line).not.toContain('\n');
    await expect(tool.lab(page).locator('[data-refused]')).toHaveCount(4);
    const zip = await bytesOf(await press(page, 'Download all as one ZIP'));
    // Stored: both stand in it as they are.
    expect(zip.indexOf(covered)).toBeGreaterThan(0);
    expect(zip.indexOf(covered, zip.indexOf(covered) + 1)).toBeGreaterThan(0);
    expect(zip.includes('first-with-cover.epub') && zip.includes('second-with-cover.epub')).toBe(true);
    await idle(page);
    for (const width of [320, 360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflow(page), `${width} px`).toBeLessThanOrEqual(0);
    }
    await expectAccessible(page, tool.tag);
    await tool.lab(page).getByRole('button', { name: 'Remove all' }).press('Enter');
    await expect(books(page)).toHaveCount(0);
  });

  test('replaces a cover only when it is asked to', async ({ page }) => {
    await open(page);
    await choose(page, file('covered.epub', covered));
    const [book] = await books(page).all();
    await expect(book!.locator('[data-own="says"]')).toContainText('It has a cover already, cover.png.');
    await expect(book!.getByRole('button', { name: 'Download book' })).toBeDisabled();
    await book!.locator('[data-own="replaces"]').press('Space');
    await idle(page);
    await expect(book!.locator('[data-own="says"]')).toContainText('cover-2.png is added');
    await expect(book!.getByRole('button', { name: 'Download book' })).toBeEnabled();
  });

  test('takes made-up books, each like a file of one’s own', async ({ page }) => {
    await open(page);
    await idle(page);
    for (let times = 0; times < 2; times++) {
      await tool.lab(page).getByRole('button', { name: 'Try a made-up book' }).press('Enter');
      await idle(page);
    }
    await expect(books(page).locator('[data-own="name"]')).toContainText(['A Lantern', 'What the Orchard Keeps']);
    await expect(books(page).locator('[data-own="says"]')).toContainText(['EPUB 2.0.', 'EPUB 3.0.']);
    // The lab below, which comes near meanwhile, takes what is in the browser's cache.
    expect(await tool.figure(page, 'requests')).toBe(0);
  });

  test('says how long many books take, stops when it is asked to, and goes on without asking for anything', async ({
    page,
  }) => {
    // A thousand times as fast a clock: a few books take as long as hundreds do.
    await page.addInitScript(() => {
      const now = performance.now.bind(performance);
      performance.now = () => 1000 * now();
    });
    await open(page);
    await load(page);
    await idle(page);
    // Pressed as soon as it is there, before the books are done.
    await tool.lab(page).evaluate((root) => {
      new MutationObserver((_, observer) => {
        const stop = root.querySelector<HTMLElement>('.mt-lab-long button');
        if (!stop) return;
        observer.disconnect();
        stop.click();
      }).observe(root, { childList: true, subtree: true });
    });
    const many = Array.from({ length: 20 }, (_, index) => file(`${index}.epub`, plain));
    await choose(page, ...many);
    const notice = tool.lab(page).locator('.mt-lab-long');
    const words = /^Stopped: (\d+) of 20 books wait for a cover\.$/;
    await expect(notice.locator('p')).toHaveText(words);
    const [, waiting] = words.exec((await notice.locator('p').textContent())!)!;
    const downloads = books(page).locator('[data-own="download"]:not([disabled])');
    await expect(downloads).toHaveCount(20 - Number(waiting));
    await notice.getByRole('button', { name: 'Go on' }).press('Enter');
    await idle(page);
    await expect(downloads).toHaveCount(20);
    await expect(notice).toHaveCount(0);
    expect(await tool.figure(page, 'requests')).toBe(0);
  });

  test('takes what is dropped on it', async ({ page }) => {
    await open(page);
    await tool.lab(page).evaluate(
      (root, bytes) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([Uint8Array.from(bytes)], 'dropped.epub'));
        root.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      },
      [...plain],
    );
    await idle(page);
    await expect(books(page).locator('[data-own="says"]')).toContainText('EPUB 2.0.');
  });
});

test.describe('the lab of covers', { tag: '@once' }, () => {
  test('draws what is typed, and hands the made-up book out with it', async ({ page }) => {
    await covers.open(page);
    const root = covers.lab(page);
    const cover = root.locator('[data-cover]');
    const before = await cover.getAttribute('src');
    const title = root.locator('[data-text="title"]');
    await title.fill('Another title');
    await title.press('Enter');
    await covers.settled(page);
    await expect(page).toHaveURL(/title=Another\+title/);
    await expect(cover).toHaveAttribute('alt', /Another title/);
    expect(await cover.getAttribute('src')).not.toBe(before);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      covers.button(page, 'Download book without the zeros').click(),
    ]);
    const found = factsOf(await bytesOf(download));
    expect([found.title, found.cover]).toEqual(['A Lantern for the Ferryman', 'cover.png']);
  });
});
