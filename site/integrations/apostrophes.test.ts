import { expect, test } from 'vitest';
import { withoutApostrophes } from './apostrophes';

test('an apostrophe in a path ends no text that the path stands in', () => {
  const folder = new URL("file:///home/o'hara/it's here/").href;
  const text = withoutApostrophes(`console.error('no file "${folder}ec.config.mjs"')`, folder);
  expect(text).toBe(`console.error('no file "file:///home/o%27hara/it%27s%20here/ec.config.mjs"')`);
});
