/** The lab's picture: the law's curve, what was measured and what was fitted to it, in one of three views. */
import { drawChart, type ChartSpec, type DrawnChart } from '@/kit/chart/chart';
import { px } from '@/kit/chart/grammar';
import { domainOf, heightAxis, shownAs, SIZE_AXIS, type Domain } from './axes';
import { gripBytes, GRIPS, type GripName } from './law';
import { besideMark, curveMark, fitMarks, pointMarks, references, wantedMark } from './marks';
import type { Source } from './measured';
import { GRID, NARROW } from './sizes';
import type { LabState, View } from './state';
import type { Buffer, Curve, Fitted } from './tasks';
import { resultSentence } from './words';

/** What the picture is drawn from. */
export interface Shown {
  /** The models' answer at the sizes of `sizesFor`. */
  curve: Curve;
  /** What is fitted to the source's points, if anything. */
  fitted: Fitted | null;
  source: Source | null;
  /** The same source on machines that are laid beside. */
  beside?: readonly Source[];
}

export interface DrawnLab extends DrawnChart {
  /** Where each grip sits on the curve; those that can't be dragged in this view are left out. */
  grips: Partial<Record<GripName, { x: number; y: number }>>;
  domain: Domain;
}

const TITLES: Readonly<Record<View, string>> = {
  throughput: 'Throughput by buffer size',
  share: 'Share of the best throughput by buffer size',
  time: 'Time per call by buffer size',
};

export function labSpec(state: Readonly<LabState>, shown: Shown, domain: Domain, width: number): ChartSpec {
  const { curve, fitted, source, beside = [] } = shown;
  const { view } = state;
  const isNarrow = width < NARROW;
  return {
    title: TITLES[view],
    description: resultSentence(state, curve, source),
    x: SIZE_AXIS,
    y: heightAxis(view, domain),
    marks: [
      ...(source && fitted ? fitMarks(view, source, fitted) : []),
      ...(view === 'time' ? [wantedMark(state, curve)] : []),
      ...(source ? pointMarks(view, source, isNarrow) : []),
      ...beside.map((one) => besideMark(view, one, isNarrow)),
      curveMark(state, curve),
    ],
    references: references(state, curve, isNarrow),
    labels: 'direct',
  };
}

/** Draws the picture. `held`: the vertical axis to keep while something on it is dragged. */
export function drawLab(
  state: Readonly<LabState>,
  shown: Shown,
  size: { width: number; height: number },
  held: Domain | null = null,
): DrawnLab {
  const { curve, source, beside = [] } = shown;
  const domain = held ?? domainOf(state.view, curve, source ? [source, ...beside] : beside);
  const drawn = drawChart(labSpec(state, shown, domain, size.width), size);
  const place = (bytes: number, seconds: number) => {
    return { x: drawn.x(bytes), y: drawn.y(shownAs(state.view, bytes, seconds, curve.best.bytesPerSecond)) };
  };
  const at = gripBytes(state);
  const grips: DrawnLab['grips'] = {};
  GRIPS.forEach((name, index) => {
    // A share of the best says nothing of what things cost; without a penalty the cache's end is nowhere on the curve.
    if (state.view === 'share' || (name === 'cache' && state.penalty === 0)) return;
    grips[name] = place(at[name], curve.secondsPerCall[GRID.length + index] as number);
  });
  const dot = ({ bytes, secondsPerCall }: Buffer, style: string) => {
    const { x, y } = place(bytes, secondsPerCall);
    return `<circle class="${style}" cx="${px(x)}" cy="${px(y)}" r="4.5"/>`;
  };
  const dots = dot(curve.smallest, 'mt-bs-answer') + dot(curve.chosen, 'mt-bs-chosen');
  return { ...drawn, svg: drawn.svg.replace(/<\/svg>$/, `${dots}</svg>`), grips, domain };
}
