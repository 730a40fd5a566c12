/**
 * What a browser loads once a reader has chosen a record: site/integrations/drawing.ts compiles it for browsers, with the components
 * that the site is built from.
 */
export { start } from './page.ts';
export { articleHtml, claimRowsHtml, FINDINGS } from './render.ts';
export { EXPERIMENTS } from './subjects.ts';
export { provide } from '@/kit/record/in-browser.ts';
