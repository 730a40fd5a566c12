/** Draws a chart of a finding's `figures.ts` when its page is built. */
import type { AstroGlobal } from 'astro';
import { drawTogether, recordsWithYours, type MeasurementRecord } from '@/kit/record/index.ts';
import { experimentOf } from './experiment.ts';
import { named, type Drawing } from './named.ts';

/** A chart as it is drawn. */
interface Drawn {
  /** Nothing where no record has anything of it. */
  readonly drawing: Drawing | undefined;
  /** The records that it is drawn from. */
  readonly records: readonly MeasurementRecord[];
  /** The series that it is drawn from. */
  readonly series: string | readonly string[];
  readonly proportion?: number;
}

export async function drawNamed(astro: Pick<AstroGlobal, 'locals' | 'url'>, of: string): Promise<Drawn> {
  const chart = named(experimentOf(astro), 'charts', of);
  const { series, files, keep = () => true, draw, proportion } = chart;
  const all = (await recordsWithYours(experimentOf(astro, chart.experiment), ...series)).filter(keep);
  const { drawn, records } = drawTogether(all, (own) => (own.length > 0 ? draw(own) : undefined));
  const drawnFrom = files && records[0] ? files(records[0]) : series.length === 1 ? series[0]! : series;
  return { drawing: drawn, records, series: drawnFrom, ...(proportion !== undefined && { proportion }) };
}

/** The address on its page of what has this name: `each-server` of `eachServer`. */
export const idOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
