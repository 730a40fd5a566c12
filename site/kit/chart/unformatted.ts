/**
 * Replaces d3-format in d3-scale, which would format ticks by it: ours are formatted by `format.ts`. Bundlers keep all of the package, an
 * eighth of a chart's script.
 */
function unformatted(): never {
  throw new Error('ticks of scales are written by format.ts');
}

export {
  unformatted as format,
  unformatted as formatPrefix,
  unformatted as formatSpecifier,
  unformatted as precisionFixed,
  unformatted as precisionPrefix,
  unformatted as precisionRound,
};
