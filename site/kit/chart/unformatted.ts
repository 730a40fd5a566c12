/**
 * Stands in for d3-format where d3-scale asks for it: scales would write their ticks by it, and ours are written by `format.ts`. Bundlers
 * keep all of the package, an eighth of a chart's script.
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
