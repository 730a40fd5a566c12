import { expect, test } from 'vitest';
import { one, pageAt } from '@/e2e/built';
import { findFigure } from '@/kit/prose/figure';
import { publishedOnDisk } from '@/kit/record/on-disk';
import { values } from './figures';

test('the lab opens on a share within the first sentences’, of readings counted alike', () => {
  const lab = one(pageAt('/findings/timestamp-collisions/'), 'mt-timestamp-lab');
  const share = Number(one(lab, '[data-result="share"]').getAttribute('data-value'));
  const most = findFigure(publishedOnDisk('timestamp-collisions')[0]!, values.collidingMost).measured!.value;
  expect(share).toBeGreaterThan(most / 2);
  // It is simulated, at the median pace: a faster round collides more.
  expect(share).toBeLessThan(most * 1.1);
});
