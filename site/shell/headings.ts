/** Components for an article's headings. */
import H2 from './H2.astro';
import H3 from './H3.astro';

export const HEADINGS = { h2: H2, h3: H3 };
