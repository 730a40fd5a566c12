/** What the article shows, by name. */
import { above, meets, verdict, type Expectation } from '@/kit/prose/expects.ts';
import type { Charts, Value, Values } from '@/kit/prose/named.ts';
import { points, series } from '@/kit/record/queries.ts';
import type { Point } from '@/kit/record/types.ts';
import { byEngine, type ByEngineFigure } from './charts/by-engine.ts';

/** A figure of the random trees in an engine. */
const ofTrees = (engine: string, measure: string): Value => ({
  kind: 'measured',
  series: 'orders',
  at: { engine },
  measure,
});

export const values: Values = {
  enginesThatHideBanner: { kind: 'measured', claim: 'hidden-by-filter' },
  enginesTested: { kind: 'measured', claim: 'hidden-by-filter', figure: 1 },
  treesInChromium: ofTrees('chromium', 'trees'),
  departingInChromium: ofTrees('chromium', 'departing'),
  departingInFirefox: ofTrees('firefox', 'departing'),
  departingInWebkit: ofTrees('webkit', 'departing'),
  unexplainedInChromium: ofTrees('chromium', 'mismatches'),
  unexplainedInFirefox: ofTrees('firefox', 'mismatches'),
  unexplainedInWebkit: ofTrees('webkit', 'mismatches'),
  treesThatShowMistake: { kind: 'measured', claim: 'mistakes-show' },
};

/** Cases of the published page, and whether the banner is hidden. */
const cases = (kind: string, shown: Pick<ByEngineFigure, 'title' | 'words' | 'head'>): ByEngineFigure => ({
  series: 'cases',
  where: { kind },
  rows: 'case',
  measure: 'hidden',
  ...shown,
});

/** The declarations of which readers ask whether they do something, and which do nothing. */
export const NOTHING = {
  says: 'nothing',
  names: [
    'z-index: 1',
    'float: left',
    'display: flex',
    'opacity: 1',
    'filter: none',
    'overflow: hidden',
    'overflow: hidden; border-radius: 5px',
    'contain: size',
    'container-type: inline-size',
    'container-type: size',
    'will-change: top',
    'transition: transform 1s',
    'box-shadow: 0 0 1px black',
  ],
};

/** What declarations do. */
export const matrix = {
  series: 'matrix',
  rows: 'declaration',
  outcome: 'effects',
  head: 'Declaration',
  isCode: true,
} as const;

export const charts: Charts = {
  fixes: byEngine(
    cases('fix', {
      title: 'What brings the banner back, and what doesn’t',
      words: ['seen', 'hidden'],
      head: 'The published page, with',
    }),
  ),
  leaks: byEngine(
    cases('leak', {
      title: 'Whether the banner stands over a header that comes later',
      words: ['under it', 'over it'],
      head: 'The published page before a positioned header, with',
    }),
  ),
  causes: byEngine(
    cases('cause', {
      title: 'What else on the picture hides the banner',
      words: ['seen', 'hidden'],
      head: 'Instead of the published filter',
    }),
  ),
  matrix: byEngine({
    ...matrix,
    title: 'What each declaration does, where the engines agree',
    only: 'alike',
    together: true,
    few: NOTHING,
  }),
  enginesDiffer: byEngine({
    ...matrix,
    title: 'What each declaration does, where the engines differ',
    only: 'differing',
  }),
  departures: byEngine({
    title: 'Where engines depart from the specified order',
    series: 'departures',
    rows: 'departure',
    measure: 'departs',
    words: ['as specified', 'departs like this'],
    head: 'Departure, with a tree that shows it',
  }),
  mutants: byEngine({
    title: 'Random trees that show a mistake in the model',
    series: 'mutants',
    rows: 'mutation',
    measure: 'failed',
    head: 'Mistake',
  }),
};

export const machines = ['enginesTested', 'enginesThatHideBanner'];

export const expects: readonly Expectation[] = [
  meets('enginesTested', 3),
  // “All … that we tested”.
  meets('enginesThatHideBanner', 'enginesTested'),
  verdict('hidden-by-filter', 'reproduced'),
  verdict('same-context', 'reproduced'),
  // The four things that differ from the published explanation.
  verdict('separate', 'differs'),
  verdict('dom-order', 'depends'),
  verdict('closest-positioned', 'differs'),
  verdict('swap-works', 'reproduced'),
  verdict('z-index-works', 'reproduced'),
  verdict('z-index-leaks', 'holds'),
  verdict('container-type', 'holds'),
  verdict('departures', 'holds'),
  verdict('toasts', 'holds'),
  verdict('headers', 'holds'),
  verdict('canvas', 'holds'),
  verdict('depth', 'holds'),
  verdict('mistakes-show', 'holds'),
  // “Gets all orders right but …, of WebKitGTK.”
  meets('unexplainedInChromium', 0),
  meets('unexplainedInFirefox', 0),
  above('unexplainedInWebkit', 0),
  above('departingInChromium', 0),
  above('departingInFirefox', 0),
  above('departingInWebkit', 0),
  {
    what: 'only Chromium’s backface-visibility: hidden is painted over inline content and does nothing that the matrix shows',
    check({ recordsOf }) {
      const record = recordsOf()[0]!;
      const over = points(series(record, 'over-inline'), {}).filter(({ values: { over } }) => over!.value === 1);
      const effects = ({ at }: Point) => points(series(record, 'matrix'), at)[0]!.outcomes?.['effects'];
      const unseen = over.filter((point) => effects(point)?.['none'] === 1);
      const names = unseen.map(({ at }) => `${at['declaration']} in ${at['engine']}`).join(', ');
      return names === 'backface in chromium' || `those are: ${names}`;
    },
  },
];
