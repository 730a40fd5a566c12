/** Values and charts of the article, by name. */
import { recordChart } from '@/kit/prose/charts.ts';
import type { Charts, Values } from '@/kit/prose/named.ts';

export const values = {
  sharedAmongTwentyThree: { kind: 'measured', claim: 'twenty-three' },
  exactlyAmongTwentyThree: { kind: 'exact', claim: 'twenty-three' },
} satisfies Values;

export const charts = {
  shares: recordChart('shares', {
    title: 'Groups in which two people share a birthday',
    description:
      'A curve that rises from near zero at five people through one half at 23 to nearly one at sixty; the measured shares lie on it.',
    x: 'people',
    y: 'share_of_groups',
    show: ['measured', 'exact'],
    xAxis: { title: 'People in a group' },
    yAxis: { title: 'Share of groups' },
  }),
} satisfies Charts;
