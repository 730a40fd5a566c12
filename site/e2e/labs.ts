/** What tests of labs have in common. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expect } from './fixtures';

/** To axe: everything that WCAG 2.2 asks for up to AA, and what its makers advise besides. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A figure as tests and screen readers get it: the plain number. */
export async function figure(lab: Locator, name: string): Promise<number> {
  const value = await lab.locator(`[data-result="${name}"]`).getAttribute('data-value');
  return value ? Number(value) : Number.NaN;
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
  const { violations } = await new AxeBuilder({ page }).include(lab).withTags(RULES).analyze();
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
}

/** By how many pixels the page is wider than the screen. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
