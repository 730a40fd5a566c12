/**
 * Stands in for d3-interpolate where d3-scale asks for it: between numbers, which is all that our scales are over. The package
 * also mixes colours, dates and texts, and bundlers keep all of it, a fifth of a chart's script.
 */
export const interpolateNumber = (from: number, to: number) => (at: number) => from * (1 - at) + to * at;

export const interpolateRound = (from: number, to: number) => (at: number) => Math.round(from * (1 - at) + to * at);

export { interpolateNumber as interpolate };
export { piecewise } from 'd3-interpolate';
