import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { LOOK, markLooks } from './looks';

/** To axe: everything that WCAG 2.2 asks for up to AA, and what its makers advise besides. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rules whose answer depends on colours, or on how large things are on the screen. */
const SOME = { colours: ['color-contrast', 'link-in-text-block'], targets: ['target-size'] };

/**
 * What axe finds wrong, in words.
 *
 * @param options.within a selector: only what stands in it is looked at
 * @param options.without selectors: what stands in them is not looked at
 * @param options.rules all of them by default; `colours` or `targets` where only these differ from a page that was looked at before,
 *   `all but colours` where everything else does. Colours take axe longer than all other rules together.
 */
export async function violationsOn(
  page: Page,
  {
    within,
    without = [],
    rules = 'all',
  }: { within?: string; without?: readonly string[]; rules?: 'all' | keyof typeof SOME | 'all but colours' } = {},
): Promise<string[]> {
  const violations: string[] = [];
  if (rules === 'all' || rules === 'all but colours') {
    violations.push(...(await violationsOf(axeOn(page, within, without).withTags(RULES).disableRules(SOME.colours))));
  }
  if (rules === 'all' || rules === 'colours') {
    await markLooks(page, { within, without });
    violations.push(...(await violationsOf(axeOn(page, `[${LOOK}]`, without).withRules(SOME.colours))));
  }
  if (rules === 'targets') {
    violations.push(...(await violationsOf(axeOn(page, within, without).withRules(SOME.targets))));
  }
  return violations;
}

function axeOn(page: Page, within: string | undefined, without: readonly string[]): AxeBuilder {
  // "Legacy" runs axe in the page as one. The other mode describes every element of every frame, for pages with frames of other
  // origins; here there are none, and it takes more than twice as long.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
  if (within !== undefined) axe.include(within);
  for (const selector of without) axe.exclude(selector);
  return axe;
}

async function violationsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}\n${failureSummary}`),
  );
}
