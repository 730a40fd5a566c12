/**
 * Replaces d3-interpolate in d3-scale: our scales are over numbers alone. The package also mixes colours, dates and texts, and bundlers
 * keep all of it, a fifth of a chart's script.
 */
export const interpolateNumber = (from: number, to: number) => (at: number) => from * (1 - at) + to * at;

export const interpolateRound = (from: number, to: number) => (at: number) => Math.round(from * (1 - at) + to * at);

export { interpolateNumber as interpolate };
export { piecewise } from 'd3-interpolate';
