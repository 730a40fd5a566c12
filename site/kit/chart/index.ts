/** The chart kit, for build time and browser. Needs `site/kit/chart/charts.css` on the page. */
export * from './chart.ts';
export * from './format.ts';
export * from './grammar.ts';
