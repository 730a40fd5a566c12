import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { LOOK, markLooks } from './looks';

const axeFile = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve(
  'axe-core/axe.min.js',
);
/** Axe, which computes the contrast of one text of each look: it takes milliseconds for each, and hundreds on a page look the same. */
const axeSource = `${readFileSync(axeFile, 'utf8')}; axe.configure({ rules: [{ id: 'color-contrast', selector: '[${LOOK}]' }] });`;

/** To axe: everything that WCAG 2.2 asks for up to AA, and what its makers advise besides. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rules whose answer depends on colours, or on how large things are on the screen. */
const SOME = { colours: ['color-contrast', 'link-in-text-block'], targets: ['target-size'] };

/**
 * Takes what can't be seen out of the page, such as notes that are closed: axe says nothing of it, and goes through it again for each of
 * its rules. What others are named by stays, and elements with a life of their own.
 */
const setHiddenAside = (page: Page) =>
  page.evaluate(() => {
    const REFERS = /^(aria-.*|for|headers|list|popovertarget)$/;
    const attributes = [...document.querySelectorAll('*')].flatMap((one) => [...one.attributes]);
    const named = new Set(
      attributes.filter(({ name }) => REFERS.test(name)).flatMap(({ value }) => value.split(/\s+/)),
    );
    // A lab may draw or wake up meanwhile: what it finds its parts by stays, and what they say.
    const stays = (one: Element, inLab: boolean) =>
      one.localName.includes('-') ||
      named.has(one.id) ||
      (inLab && Object.keys((one as HTMLElement).dataset).length > 0);
    // An element whose display is `contents` has no box, and what it holds may be seen.
    const mayBeSeen = (one: Element) => one.checkVisibility() || getComputedStyle(one).display === 'contents';
    const aside: [Element, Node[]][] = [];
    const empty = (element: Element, within: boolean): void => {
      // A lab at work writes into what is hidden, too.
      if (element.matches('[data-state="busy"]')) return;
      const inLab = within || /^mt-/.test(element.localName);
      if (mayBeSeen(element)) [...element.children].forEach((child) => empty(child, inLab));
      else if (element.firstChild && ![element, ...element.querySelectorAll('*')].some((one) => stays(one, inLab))) {
        aside.push([element, [...element.childNodes]]);
        element.replaceChildren();
      }
    };
    empty(document.body, false);
    Object.assign(window, { aside });
  });

/** Puts back what `setHiddenAside` took out. */
const putBack = (page: Page) =>
  page.evaluate(() => {
    for (const [element, children] of (window as unknown as { aside: [Element, Node[]][] }).aside)
      element.replaceChildren(...children);
  });

/**
 * Violations that axe finds, in words.
 *
 * @param options.within a selector: only what stands in it is looked at
 * @param options.without selectors: the contrast of what stands in them is not looked at
 * @param options.rules all of them by default; `colours` or `targets` where only these differ from a page that was looked at before,
 *   `all but colours` where everything else does
 */
export async function violationsOn(
  page: Page,
  {
    within,
    without = [],
    rules = 'all',
  }: { within?: string; without?: readonly string[]; rules?: 'all' | keyof typeof SOME | 'all but colours' } = {},
): Promise<string[]> {
  // Once a page: the builder would load it twice for every run, which takes as long as most of its rules together.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  // "Legacy" runs axe in the page as one. The other mode describes every element of every frame, for pages with frames of other
  // origins; here there are none, and it takes more than twice as long.
  const axe = new AxeBuilder({ page, axeSource: 'undefined' }).setLegacyMode(true);
  // Violations are reported by their markup: for selectors, axe would count the names of all elements of the page.
  axe.options({ resultTypes: ['violations'], selectors: false });
  // After the options, which would replace them.
  if (rules === 'colours' || rules === 'targets') axe.withRules(SOME[rules]);
  else axe.withTags(RULES);
  if (rules === 'all but colours') axe.disableRules(SOME.colours);
  if (within !== undefined) axe.include(within);
  if (rules === 'all' || rules === 'colours') await markLooks(page, { within, without });
  await setHiddenAside(page);
  const { violations } = await axe.analyze();
  await putBack(page);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${help}): ${html}\n${failureSummary}`),
  );
}
