import { expect, test } from 'vitest';
import { barEntries } from './navigation.ts';

const link = (label: string, href: string, isCurrent = false) =>
  ({ type: 'link', label, href, isCurrent, badge: undefined, attrs: {} }) as const;
const group = (label: string, entries: ReturnType<typeof link>[]) =>
  ({ type: 'group', label, entries, collapsed: false, badge: undefined }) as const;

test('a group leads to the home page, and is marked on a page of its own', () => {
  const sidebar = [group('Findings', [link('One', '/sub/findings/one/', true)]), link('Method', '/sub/method/')];
  expect(barEntries(sidebar, '/sub/', '/sub/findings/one/')).toEqual([
    { label: 'Findings', href: '/sub/', current: 'true' },
    { label: 'Method', href: '/sub/method/', current: undefined },
  ]);
});

test('the page itself is marked as such', () => {
  const sidebar = [group('Findings', [link('One', '/findings/one/')]), link('Method', '/method/', true)];
  expect(barEntries(sidebar, '/', '/method/').map(({ current }) => current)).toEqual([undefined, 'page']);
  expect(barEntries([sidebar[0]!], '/', '/').map(({ current }) => current)).toEqual(['page']);
});
