import { expect, test } from 'vitest';
import { labsOnTestPages } from './test-pages.ts';

/** Number of pages that the integration adds to a site. */
function pagesAdded(wanted: boolean): number {
  let added = 0;
  const setup = labsOnTestPages(wanted).hooks['astro:config:setup'] as unknown as (given: object) => void;
  setup({ injectRoute: () => added++ });
  return added;
}

test('a site for readers holds no test page', () => {
  expect(pagesAdded(false)).toBe(0);
});
