/** Mounts the timestamp-collisions lab. The worker simulates; this draws, listens and keeps the address in step. */
import type { DrawnChart } from '@/kit/chart/chart';
import { dragLine, type DragLine } from '@/kit/lab/drag';
import { showFigures } from '@/kit/lab/figures';
import { LabFrame } from '@/kit/lab/frame';
import { keyOf, Question } from '@/kit/lab/question';
import type { LabOverlay } from '@/kit/lab/overlay';
import { pictureSize } from '@/kit/lab/sizes';
import { comparable, sharesBeside, besideWords, type BesideShares } from './comparable';
import { setMarkup } from '@/kit/set-markup';
import workerUrl from '../worker.ts?worker&url';
import { CSV_HEADER, csvRows } from './csv';
import { figures, resultSentence, schemeSentence, type Results } from './figures';
import type { Measured } from './measured';
import { measuredAt, measuredSentence, whyNoMore, whyNoOffset } from './offset';
import { openingOf, presets } from './presets';
import { coincidences, coveredUntil, readingsWithin, type Reading } from './readings';
import { offsetRuler, rulers, threadsRuler } from './rulers';
import { schemaOpeningOn, tracedEach, type LabState } from './state';
import { granularity, moved, running, showing, stretchOf, zoomed } from './stretch';
import { drawTable } from './table-view';
import { SIMULATED_THREADS, type LabTasks, type Trace } from './tasks';
import { drawTimeline, layoutTimeline, xToTime } from './timeline-view';
import { PAN_STEP, ZOOM_STEP, attachZoomPan } from './zoom-pan';

type Charts = typeof import('./charts');

const CLOCK = [
  'threads',
  'unit',
  'step',
  'cost',
  'jitter',
  'residue',
  'start',
  'phase',
  'cores',
  'hardware',
  'sharing',
  'seed',
] as const;
const KEYS = {
  trace: (state: LabState) => keyOf(state, [...CLOCK, 'scheme']),
  count: (state: LabState) => keyOf(state, [...CLOCK, 'samples']),
  curve: (state: LabState) => keyOf(state, [...CLOCK.filter((name) => name !== 'threads'), 'samples']),
};

/** Readings of each thread that are asked for at first; twice as many as often as the time line reaches beyond them. */
const FIRST_READINGS = 64;
/** The picture's width while it is not known yet, in pixels: only decides how much is simulated at first. */
const LIKELY_WIDTH = 900;
/** How near a jump to a coincidence zooms: so many of the clock's ticks are shown, or less where less is shown. */
const TICKS_AROUND = 40;

export const attach = (root: HTMLElement): Promise<void> => new TimestampLab(root).mount();

class TimestampLab {
  readonly #frame: LabFrame<LabState, LabTasks>;
  readonly #trace: Question<LabState, LabTasks, 'trace'>;
  readonly #count: Question<LabState, LabTasks, 'count'>;
  readonly #curve: Question<LabState, LabTasks, 'curve'>;
  readonly #handle: DragLine;
  /** The records' machine, if there is a record. */
  readonly #measured: Measured | null;
  readonly #opening: Readonly<LabState>;
  /** Readings of each thread that the trace is to have. */
  #each = FIRST_READINGS;
  /** What was traced last. */
  #traced = '';
  #charts: Charts | null = null;
  #chart: DrawnChart | null = null;

  constructor(root: HTMLElement) {
    this.#measured = JSON.parse(root.dataset['measured'] ?? 'null') as Measured | null;
    const schema = schemaOpeningOn(openingOf(this.#measured));
    this.#opening = schema.opening;
    const shown = [threadsRuler, offsetRuler(this.#measured), ...rulers];
    this.#frame = new LabFrame<LabState, LabTasks>(root, {
      schema,
      worker: workerUrl,
      presets: presets(this.#measured),
      rulers: Object.fromEntries(shown.map((ruler) => [ruler.name, ruler])),
      actions: {
        nearer: () => this.#zoom(1 / ZOOM_STEP),
        farther: () => this.#zoom(ZOOM_STEP),
        earlier: () => this.#pan(-PAN_STEP),
        later: () => this.#pan(PAN_STEP),
        next: () => this.#showNextCoincidence(),
        whole: () => this.#frame.change({ from: 0, span: 0 }, 'rest'),
      },
      steps: () => this.#steps(),
      onChange: (state) => {
        this.#showControls(state);
        this.#ask(state);
      },
      draw: (state, width) => this.#draw(state, width),
      isSettled: (state) => this.#isSettled(state),
      sentence: (state) => resultSentence(state, this.#results(state)),
      overlayWords: (state) => besideWords(state, this.#beside(state)),
      csv: (state) => ({
        name: `timestamp-collisions-${state.view}`,
        header: CSV_HEADER,
        rows: csvRows(state, this.#results(state), this.#curve.current(state)),
      }),
    });
    const { parts } = this.#frame;
    // The number of readings is part of the question too: a longer trace of the same readings is another answer.
    this.#trace = this.#frame.question('trace', (state) => `${KEYS.trace(state)},${this.#each}`, { isTimed: false });
    this.#count = this.#frame.question('count', KEYS.count);
    this.#curve = this.#frame.question('curve', KEYS.curve, { isTimed: false });
    this.#handle = dragLine(parts.part('handle', 'curve'), 'x', (x, phase) => {
      if (!this.#chart) return;
      const threads = Math.round(Math.min(64, Math.max(1, this.#chart.invertX(x))));
      this.#frame.change({ threads }, phase);
    });
  }

  mount = (): Promise<void> => this.#frame.mount();

  *#steps(): Generator<() => void> {
    yield () => {
      attachZoomPan(this.#frame.parts.part('zoom'), {
        move: (factor, around, byPixels, phase) => {
          const layout = this.#layout();
          // Pixels after zooming, when each is more time.
          const by = (byPixels / layout.scale) * factor;
          this.#show(moved(zoomed(layout.stretch, factor, xToTime(layout, around)), by), phase);
        },
      });
    };
  }

  #beside = (state: Readonly<LabState>): BesideShares[] =>
    sharesBeside(state, this.#measured, this.#frame.overlays as readonly LabOverlay<Measured>[]);

  // Moving through time

  #layout() {
    const { state, width } = this.#frame;
    const size = pictureSize(width || LIKELY_WIDTH);
    const stretch = stretchOf(state);
    const trace = this.#trace.current(state);
    return layoutTimeline(size, trace ? running(state, trace, stretch) : [], stretch);
  }

  #show(stretch: { from: number; to: number }, phase: 'live' | 'rest'): void {
    this.#frame.change(showing(this.#frame.state, stretch), phase);
  }

  #zoom(factor: number): void {
    const stretch = stretchOf(this.#frame.state);
    this.#show(zoomed(stretch, factor, (stretch.from + stretch.to) / 2), 'rest');
  }

  #pan(share: number): void {
    const stretch = stretchOf(this.#frame.state);
    this.#show(moved(stretch, (stretch.to - stretch.from) * share), 'rest');
  }

  /** Brings the next value that two threads read into the middle, near enough to see the clock's ticks. */
  #showNextCoincidence(): void {
    const { state } = this.#frame;
    const trace = this.#trace.latest;
    if (!trace) return;
    const stretch = stretchOf(state);
    const middle = (stretch.from + stretch.to) / 2;
    const span = Math.min(stretch.to - stretch.from, TICKS_AROUND * granularity(state));
    const ahead = readingsWithin(trace, { from: stretch.from, to: coveredUntil(trace) });
    const values = coincidences(ahead).map(({ value }) => value);
    // A coincidence that is in the middle already is not the next one.
    const next = values.find((value) => value > middle + span / 1000);
    // Beyond what is simulated there may be another: that is asked for on the way.
    if (next === undefined) this.#pan(1);
    else this.#show({ from: next - span / 2, to: next + span / 2 }, 'rest');
  }

  // Questions and answers

  #ask(state: Readonly<LabState>): void {
    this.#askTrace(state);
    this.#count.ask(state, state, (_, final) => {
      // The curve's many simulations would only slow down the figures that are looked at first.
      if (final) this.#askCurve(this.#frame.state);
    });
    if (this.#isCounted(state)) this.#askCurve(state);
    else this.#curve.forgetOlder(state);
  }

  /** Asks for as many readings as the time line reaches over. */
  #askTrace(state: Readonly<LabState>): void {
    const most = tracedEach(state.threads);
    const { to } = stretchOf(state);
    const expected = (to - state.step) / state.cost + 2;
    const enough = FIRST_READINGS * 2 ** Math.ceil(Math.log2(Math.max(1, expected / FIRST_READINGS)));
    const key = KEYS.trace(state);
    // Whoever moves back needs no shorter trace.
    this.#each = Math.min(most, Math.max(enough, this.#traced === key ? this.#each : FIRST_READINGS));
    this.#traced = key;
    this.#trace.ask(state, { setting: state, each: this.#each });
  }

  #askCurve(state: Readonly<LabState>): void {
    if (state.view === 'curve') this.#curve.ask(state, state);
  }

  #isCounted(state: Readonly<LabState>): boolean {
    return this.#count.current(state)?.each === state.samples;
  }

  #isSettled(state: Readonly<LabState>): boolean {
    const curve = this.#curve.current(state);
    const drawn = state.view !== 'curve' || curve?.simulated.length === SIMULATED_THREADS.length;
    return this.#isCounted(state) && this.#trace.current(state) !== null && drawn;
  }

  #readings(trace: Trace | null): Reading[] | null {
    return trace && readingsWithin(trace, stretchOf(this.#frame.state));
  }

  /** The newest counts, also where newer ones are under way, and the readings that are shown. */
  #results(state: Readonly<LabState>): Results {
    return { counted: this.#count.latest, readings: this.#readings(this.#trace.current(state)) };
  }

  // Drawing

  #draw(state: Readonly<LabState>, width: number): void {
    const trace = this.#trace.current(state);
    const readings = this.#readings(trace);
    this.#showFigures(state, readings);
    if (width === 0) return;
    if (state.view === 'curve') this.#drawCurve(state);
    if (!trace || !readings) return;
    const { parts } = this.#frame;
    parts.part('scheme-words').textContent = schemeSentence(state, readings, trace.promise);
    if (state.view === 'line') {
      setMarkup(parts.part('picture', 'line'), drawTimeline(state, readings, this.#layout()));
    } else if (state.view === 'table') setMarkup(parts.part('table'), drawTable(readings, state.scheme));
  }

  #drawCurve(state: Readonly<LabState>): void {
    const { parts, width } = this.#frame;
    if (!this.#charts) return this.#loadCharts();
    const curve = this.#curve.latest;
    if (!curve) return;
    const size = pictureSize(width);
    const known = comparable(state, this.#measured);
    parts.part('measured-key').hidden = known.measured.length === 0;
    parts.part('published-key').hidden = known.published.length === 0;
    const results = { curve, counted: this.#count.current(state), known, beside: this.#beside(state) };
    const chart = this.#charts.drawCurve(state, results, size);
    setMarkup(parts.part('picture', 'curve'), chart.svg);
    this.#chart = chart;
    const { top, height } = chart.plot;
    this.#handle.showAt({ left: chart.x(state.threads), top, length: height });
  }

  /** The chart kit is only for the view with axes: the time line comes without it, and sooner. */
  #loadCharts(): void {
    import('./charts').then(
      (charts) => {
        this.#charts = charts;
        this.#frame.redraw();
      },
      () =>
        this.#frame.showTrouble(
          'This view could not be loaded. Its figures below are right; switch views to try again.',
        ),
    );
  }

  #showFigures(state: Readonly<LabState>, readings: readonly Reading[] | null): void {
    const counted = this.#count.latest;
    // Until something is simulated here, the opening's figures are in the page.
    if (counted === null && KEYS.count(state) === KEYS.count(this.#opening)) return;
    const stale = counted !== null && this.#count.current(state) === null;
    showFigures(this.#frame.parts, figures(state, { counted, readings }), stale);
  }

  #showControls(state: Readonly<LabState>): void {
    const { parts } = this.#frame;
    for (const { name, matters } of rulers) if (matters) parts.part('ruler', name).hidden = !matters(state);
    const why = whyNoOffset(state);
    parts.part('setting', 'residue').toggleAttribute('data-dim', why !== '');
    parts.part('why', 'residue').textContent = why;
    parts.part('why', 'threads').textContent = whyNoMore(state);
    parts.part('known').hidden = measuredAt(state, this.#measured).length === 0;
    parts.part('known-words').textContent = measuredSentence(state, this.#measured);
  }
}
