/** What tests of labs have in common. */
import type { Locator, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { violationsOn } from './accessible';
import { expect } from './fixtures';

/** A figure as tests and screen readers get it: the plain number. */
export async function figure(lab: Locator, name: string): Promise<number> {
  const value = await lab.locator(`[data-result="${name}"]`).getAttribute('data-value');
  return value ? Number(value) : Number.NaN;
}

/** A lab that fills its article's first screen, as a test operates it: every part found by what the lab says of itself. */
export function labOf(article: string, tag: string) {
  const lab = (page: Page): Locator => page.locator(tag);
  /** Waits until the figures and the pictures belong to what the controls say. */
  const settled = (page: Page) => expect(lab(page)).toHaveAttribute('data-state', 'ready', { timeout: 20_000 });
  const ruler = (page: Page, name: string, type: 'text' | 'range') =>
    lab(page).locator(`[data-ruler="${name}"] input[type=${type}]`);
  const open = async (page: Page, query = ''): Promise<void> => {
    await page.goto(article + query);
    await lab(page).scrollIntoViewIfNeeded();
    await settled(page);
  };
  return {
    lab,
    settled,
    open,
    /** Opens the lab; the figures in the browser have to be, to the digit, those that stand in the page as it was built. */
    expectAsBuilt: async (page: Page, names: readonly string[], query = ''): Promise<void> => {
      const html = await (await page.request.get(article)).text();
      await open(page, query);
      for (const name of names) {
        const built = new RegExp(`data-result="${name}" data-value="([^"]+)"`).exec(html)?.[1];
        expect(String(await figure(lab(page), name)), name).toBe(built);
      }
    },
    /** Opens the lab in either scheme; it has to be accessible. */
    expectAccessibleIn: async (page: Page, colorScheme: 'light' | 'dark', query: string): Promise<void> => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await open(page, query);
      await expectAccessible(page, tag);
    },
    /** Opens the lab on a small phone, as each of the addresses asks; the page must not be wider. */
    expectToFit: async (page: Page, queries: readonly string[]): Promise<void> => {
      await page.setViewportSize({ width: 360, height: 780 });
      for (const query of queries) {
        await open(page, query);
        expect(await overflow(page), query).toBeLessThanOrEqual(0);
      }
    },
    figure: (page: Page, name: string) => figure(lab(page), name),
    typed: (page: Page, name: string) => ruler(page, name, 'text'),
    slider: (page: Page, name: string) => ruler(page, name, 'range'),
  };
}

/** The file that a lab hands out; none of its cells needs quotes. */
export async function download(page: Page, lab: Locator): Promise<{ name: string; rows: string[][] }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    lab.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  const lines = text.trimEnd().split('\r\n');
  return { name: file.suggestedFilename(), rows: lines.map((line) => line.split(',')) };
}

export async function expectAccessible(page: Page, lab: string): Promise<void> {
  expect(await violationsOn(page, { within: lab })).toEqual([]);
}

/** By how many pixels the page is wider than the screen. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
