/** Reading charts by the keyboard, all of them on a page. */
import type { Locator, Page } from '@playwright/test';
import type { HTMLElement as Parsed } from 'node-html-parser';
import { articles, pageAt } from './built';

/** Brings the reader of charts to a page, by keys, and leaves it again: by a chart of an article, or another that is in front. */
export async function fetchReader(
  page: Page,
  // A lab's may stand behind another of its views.
  chart: Locator = page.locator('figure.mt-figure [data-read][tabindex]').first(),
): Promise<void> {
  await chart.focus();
  // Keys pressed before the reader is loaded get lost, so they are pressed again.
  await page.waitForFunction(() => {
    const key = { bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', ...key }));
    const isRead = document.querySelector('.mt-reading:popover-open') !== null;
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', ...key }));
    return isRead;
  });
}

/** Points visited of a mark with more, and the last: each takes a layout of the page. */
const MANY = 8;

/**
 * Goes to the points of every chart of a page with the arrow keys, and says which points it did not get to, or was told something of
 * that no row of the mark's says; and which charts do not close again.
 */
export async function unreadPoints(page: Page): Promise<{ charts: number; problems: string[] }> {
  const tables = tablesOf(new URL(page.url()).pathname);
  return page.evaluate(
    async ({ many, tables }) => {
      let charts = 0;
      const problems: string[] = [];
      const spoken = document.querySelector('#mt-announcement')!;
      const textOf = (element: Element) => element.textContent?.trim() ?? '';
      for (const chart of document.querySelectorAll<HTMLElement>('[data-read][tabindex]')) {
        const drawings = [...chart.querySelectorAll<SVGElement>('svg[role="img"]')].filter((svg) =>
          svg.checkVisibility(),
        );
        const marks = drawings.flatMap((svg) =>
          [...svg.querySelectorAll<SVGElement>('[data-rows]')].map((mark) => ({ svg, mark })),
        );
        if (marks.length === 0) continue;
        charts += 1;
        const figureRows = () => tables[chart.closest('figure')?.id ?? ''] ?? [];
        const isDown = drawings[0]!.hasAttribute('data-down');
        const press = (key: string) =>
          chart.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        chart.focus();
        press('Home');
        // A chart's rows are fetched at the first look at it.
        for (
          let waits = 0;
          waits < 100 && chart.nextElementSibling?.matches('.mt-reading:popover-open') !== true;
          waits++
        )
          await new Promise((resolve) => setTimeout(resolve, 50));
        for (const { svg, mark } of marks) {
          const own = svg.dataset['ownTable']?.split('\n').slice(1);
          const rows = own?.map((row) => row.split('\t')) ?? figureRows();
          const named = mark.dataset['rows']!.split(' ').filter((row) => row !== '-');
          press('Home');
          const isLong = named.length > many;
          const heard = named.slice(0, many).map((_, index) => {
            if (index > 0) press(isDown ? 'ArrowDown' : 'ArrowRight');
            return textOf(spoken);
          });
          if (isLong) {
            press('End');
            heard.push(textOf(spoken));
          }
          const cellsOf = (row: string) => (rows[Number(row)] ?? ['no such row']).filter((cell) => cell !== '');
          // The machine is said with its date, and machines of a row one by one.
          const isSaid = (cell: string, words: string) =>
            words.includes(cell) || cell.split(/[,;] /).every((part) => words.includes(part));
          const reads = (words: string, row: string) => cellsOf(row).every((cell) => isSaid(cell, words));
          const unread = isLong ? [] : named.filter((row) => !heard.some((words) => reads(words, row)));
          const unknown = isLong ? heard.filter((words) => !named.some((row) => reads(words, row))) : [];
          for (const row of unread)
            problems.push(`${svg.ariaLabel}: row ${row} (${cellsOf(row).join(', ')}) is not read: ${heard[0]}`);
          for (const words of unknown) problems.push(`${svg.ariaLabel}: no row says ${words}`);
          const places = new Set(heard.map((words) => /; (\d+ of \d+)$/.exec(words)?.[1]));
          if (places.size !== heard.length || !places.has(`${named.length} of ${named.length}`))
            problems.push(`${svg.ariaLabel}: ${named.length} points are not as many for the keys`);
          press(isDown ? 'ArrowRight' : 'ArrowDown');
        }
        press('Escape');
        if (document.querySelector('.mt-reading:popover-open')) problems.push(`${drawings[0]!.ariaLabel}: stays open`);
      }
      return { charts, problems: problems.slice(0, 20) };
    },
    { many: MANY, tables },
  );
}

/** The rows behind each chart of an article, by its id, from the page of data. */
function tablesOf(path: string): Record<string, string[][]> {
  if (!articles().includes(path)) return {};
  const sections = pageAt(`${path}data/`).querySelectorAll('section[data-chart]');
  const rowsOf = (section: Parsed) =>
    section
      .querySelectorAll('.mt-data tbody tr')
      .map((row) => row.querySelectorAll('td').map((cell) => cell.text.trim()));
  return Object.fromEntries(sections.map((section) => [section.id, rowsOf(section)]));
}

/**
 * The pictures of a lab that are in front and can't be read point by point, but for those that are named; and the names that stand for
 * one of them.
 */
export const unreadPictures = (lab: Locator, named: readonly string[]): Promise<{ unread: string[]; met: string[] }> =>
  lab.evaluate((root, named) => {
    const pictures = [
      ...root.querySelectorAll<HTMLElement>('[data-picture], [role="img"], canvas, img:not([alt=""])'),
    ].filter((one) => one.checkVisibility() && !one.parentElement!.closest('[data-picture], [role="img"]'));
    const canBeRead = (one: Element) => {
      const drawn = [...(one.closest('[data-read][tabindex]')?.querySelectorAll('svg[role="img"]') ?? [])];
      return drawn.some((svg) => svg.checkVisibility() && svg.querySelector('[data-rows]') !== null);
    };
    const nameOf = (one: Element) => named.find((name) => one.matches(name));
    return {
      unread: pictures
        .filter((one) => !nameOf(one) && !canBeRead(one))
        .map((one) => one.outerHTML.slice(0, 160).replace(/\s+/g, ' ')),
      met: named.filter((name) => pictures.some((one) => one.matches(name) && !canBeRead(one))),
    };
  }, named);
