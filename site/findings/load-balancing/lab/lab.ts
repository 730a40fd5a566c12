/** Mounts the load-balancing lab. The worker simulates; this draws, listens and keeps the address in step. */
import type { DrawnChart } from '@/kit/chart/chart';
import { dragLine, type DragLine } from '@/kit/lab/drag';
import { showFigures } from '@/kit/lab/figures';
import { LabFrame } from '@/kit/lab/frame';
import { keyOf, Question } from '@/kit/lab/question';
import { startWorker } from '@/kit/lab/start-worker';
import { formatInteger } from '@/kit/lab/state';
import { afterPainting } from '@/kit/lab/timing';
import { setMarkup } from '@/kit/set-markup';
import workerUrl from '../worker.ts?worker&url';
import { CSV_HEADER, csvRows } from './csv';
import { figures, formatRisk, planSentence, resultSentence, scalingSentence, tilesName, type Results } from './figures';
import { NARROW, PICTURE_HEIGHTS } from './pictures';
import { PlacementStage } from './placement-stage';
import { loadToY, yToLoad } from './placement-view';
import { withHelpers } from './sharing';
import {
  STOPS,
  PRESETS,
  presetState,
  schema,
  strategyLabel,
  usesChoices,
  type LabState,
  type StrategyName,
  type ViewName,
} from './state';
import type { LabTasks, Plan } from './tasks';
import { drawTiles } from './tiles-view';

type Charts = typeof import('./charts');

const PLACING = ['items', 'servers', 'strategy', 'choices', 'seed'] as const;
const KEYS = {
  placements: (state: LabState) => keyOf(state, [...PLACING, 'repetitions']),
  exact: (state: LabState) => keyOf(state, ['items', 'servers', 'strategy', 'choices', 'capacity']),
  tiles: (state: LabState) => keyOf(state, PLACING),
  traces: (state: LabState) => keyOf(state, [...PLACING, 'against']),
  plan: (state: LabState) =>
    keyOf(state, [
      'items',
      'capacity',
      'servers',
      'repetitions',
      'risk',
      'strategy',
      // An exact plan holds for any seed.
      ...(usesChoices(state.strategy) ? (['choices', 'seed'] as const) : []),
    ]),
};

/** The scales as they were when a drag began. */
interface FrozenScales {
  highest?: number;
  window?: [number, number];
}

export const attach = (root: HTMLElement): Promise<void> => new LoadBalancingLab(root).mount();

class LoadBalancingLab {
  readonly #frame: LabFrame<LabState, LabTasks>;
  readonly #stage: PlacementStage;
  readonly #handles: Record<Exclude<ViewName, 'tiles'>, DragLine>;
  readonly #placements: Question<LabState, LabTasks, 'placements'>;
  readonly #exact: Question<LabState, LabTasks, 'exact'>;
  readonly #tiles: Question<LabState, LabTasks, 'tiles'>;
  readonly #traces: Question<LabState, LabTasks, 'traces'>;
  readonly #plan: Question<LabState, LabTasks, 'plan'>;

  /** The plan before the work was doubled, to compare with. */
  #before: { plan: Plan; items: number; needed: number } | null = null;
  /** The chart that is shown, for the lines that can be dragged on it. */
  #chart: DrawnChart | null = null;
  #charts: Charts | null = null;
  /** What the tiles that are shown were drawn from: they take some milliseconds. */
  #drawnTiles: readonly unknown[] = [];
  /** While a line is dragged the scale it lies on stays put. */
  #frozen: FrozenScales | null = null;

  constructor(root: HTMLElement) {
    this.#frame = new LabFrame<LabState, LabTasks>(root, {
      schema,
      createWorker: () => withHelpers(() => startWorker(workerUrl)),
      presets: PRESETS.map(({ id, label, values }) => ({
        id,
        label,
        state: (current) => presetState(values, current),
      })),
      rulers: {
        items: { stops: STOPS.items, say: (items) => `${formatInteger(items)} items` },
        servers: { stops: STOPS.servers, say: (servers) => `${formatInteger(servers)} servers` },
        capacity: { stops: STOPS.capacity, say: (capacity) => `${formatInteger(capacity)} items` },
        repetitions: { stops: STOPS.repetitions, say: (count) => `${formatInteger(count)} placements` },
        choices: { stops: STOPS.choices, say: (choices) => `${choices} choices` },
        risk: { stops: STOPS.risk, say: formatRisk, write: formatRisk },
      },
      actions: {
        play: () => this.#stage.actions['play']?.(),
        back: () => this.#stage.actions['back']?.(),
        step: () => this.#stage.actions['step']?.(),
        double: () => this.#double(),
      },
      steps: () => this.#steps(),
      onFreshStart: (by) => {
        if (by !== 'reseed') this.#before = null;
        if (by !== 'reset') this.#stage.playNext();
      },
      onChange: (state) => {
        this.#showControls(state);
        this.#askWhatIsMissing(state);
      },
      draw: (state, width) => this.#draw(state, width),
      isSettled: (state) =>
        this.#isSimulated(state) &&
        this.#exact.isFinal(state) &&
        this.#plan.isFinal(state) &&
        (state.view !== 'tiles' || this.#tiles.isFinal(state)),
      sentence: (state) => resultSentence(state, this.#results(state)),
      csv: (state) => ({
        name: `load-balancing-${state.view}`,
        header: CSV_HEADER,
        rows: csvRows(state, this.#results(state), this.#stage.panels(state)),
      }),
    });
    const { parts, worker } = this.#frame;
    this.#placements = new Question(worker, 'placements', KEYS.placements);
    this.#exact = new Question(worker, 'exact', KEYS.exact);
    this.#tiles = new Question(worker, 'tiles', KEYS.tiles);
    this.#traces = new Question(worker, 'traces', KEYS.traces);
    this.#plan = new Question(worker, 'plan', KEYS.plan);
    this.#stage = new PlacementStage(parts, () => {
      const { state } = this.#frame;
      return state.view === 'one' && this.#traces.current(state) ? state : null;
    });
    this.#handles = {
      one: this.#handle('one', 'y', (y) => {
        const { layout } = this.#stage;
        return layout && { capacity: Math.round(Math.min(yToLoad(layout, y), layout.highest)) };
      }),
      many: this.#handle('many', 'x', (x) => this.#capacityAt(x)),
      planner: this.#handle('planner', 'y', (y) => this.#riskAt(y)),
    };
  }

  mount = (): Promise<void> => this.#frame.mount();

  *#steps(): Generator<() => void> {
    yield () => this.#stage.attach();
  }

  #handle(
    view: Exclude<ViewName, 'tiles'>,
    across: 'x' | 'y',
    valueAt: (pixels: number) => Partial<LabState> | null,
  ): DragLine {
    return dragLine(this.#frame.parts.part('handle', view), across, (pixels, phase) => {
      const change = valueAt(pixels);
      if (phase === 'live') this.#frozen ??= this.#scales();
      else this.#frozen = null;
      if (change) this.#frame.change(change, phase);
    });
  }

  #scales(): FrozenScales {
    const { layout } = this.#stage;
    const placed = this.#placements.latest;
    return {
      ...(layout && { highest: layout.highest }),
      ...(placed && this.#charts && { window: this.#charts.shownLoads(placed, this.#frame.state.capacity) }),
    };
  }

  // Questions and answers

  #askWhatIsMissing(state: Readonly<LabState>): void {
    const { redraw, showTrouble, timer } = this.#frame;
    if (state.view === 'tiles') this.#tiles.ask(state, state, { onResult: redraw, onRefused: showTrouble });
    if (state.view === 'one') this.#askTraces(state);
    this.#placements.ask(state, state, {
      onResult: (_, final) => {
        redraw();
        timer.shown(final);
        // The planner's many simulations would only slow down the figures that are looked at first, and their painting.
        if (final) afterPainting(() => this.#planWhatIsSimulated());
      },
      onRefused: showTrouble,
    });
    this.#exact.ask(state, state, { onResult: redraw, onRefused: showTrouble });
    const settled = this.#isSimulated(state);
    if (state.view === 'planner' || settled) this.#askPlan(state);
    // A plan that answers an old question is stopped; the new one is asked once the figures are there.
    else this.#plan.forgetOlder(state);
    // Nothing new to simulate: what is there already is the answer.
    if (settled) timer.shown(true);
  }

  /** Where the reader has asked for something else meanwhile, its figures come first. */
  #planWhatIsSimulated(): void {
    const { state } = this.#frame;
    if (this.#isSimulated(state)) this.#askPlan(state);
  }

  #isSimulated(state: Readonly<LabState>): boolean {
    return this.#placements.current(state)?.repetitions === state.repetitions;
  }

  #askTraces(state: Readonly<LabState>): void {
    const request = { ...state, strategies: [state.strategy, state.against] };
    this.#traces.ask(state, request, {
      onResult: (traces) => {
        this.#stage.load(traces, state);
        this.#frame.redraw();
      },
      onRefused: this.#frame.showTrouble,
    });
  }

  #askPlan(state: Readonly<LabState>): void {
    this.#plan.ask(state, state, {
      onResult: (_, final) => {
        this.#frame.redraw();
        if (final && this.#frame.state.view === 'planner') this.#frame.announce();
      },
      onRefused: this.#frame.showTrouble,
    });
  }

  #double(): void {
    const { items, scope } = this.#frame.state;
    const plan = this.#plan.current(this.#frame.state);
    const needed = plan?.needed?.[scope];
    this.#before = plan && needed ? { plan, items, needed } : null;
    this.#frame.change({ items: items * 2 }, 'rest');
  }

  /** The newest simulation, also where a newer one is under way, and what else is known of this state. */
  #results(state: Readonly<LabState>): Results {
    return {
      tiles: state.view === 'tiles' ? this.#tiles.current(state) : null,
      placed: this.#placements.latest,
      exact: this.#exact.current(state),
      plan: this.#plan.current(state),
    };
  }

  // Drawing

  #draw(state: Readonly<LabState>, width: number): void {
    this.#showFigures(state);
    const shown = { tiles: this.#tiles, one: this.#traces, many: this.#placements, planner: this.#plan };
    for (const view of Object.keys(shown) as ViewName[]) {
      const stale = view === state.view && shown[view].current(state) === null;
      this.#frame.parts.part('picture', view).toggleAttribute('data-stale', stale);
    }
    if (width === 0) return;
    const size = { width, height: width < NARROW ? PICTURE_HEIGHTS.narrow : PICTURE_HEIGHTS.wide };
    if (state.view === 'tiles') this.#drawTiles(state, size);
    else if (state.view === 'one') this.#drawOne(state, size);
    else if (!this.#charts) this.#loadCharts();
    else if (state.view === 'many') this.#drawMany(state, this.#charts, size);
    else this.#drawPlanner(state, this.#charts, size);
  }

  #drawTiles(state: Readonly<LabState>, size: { width: number; height: number }): void {
    const tiles = this.#tiles.current(state);
    // Until other placements are there, what stands there answers the state before.
    if (!tiles) return;
    const wanted = [tiles, state.capacity, size.width, size.height];
    if (wanted.every((each, index) => each === this.#drawnTiles[index])) return;
    this.#drawnTiles = wanted;
    const picture = this.#frame.parts.part('picture', 'tiles');
    setMarkup(picture, drawTiles(tiles, state.capacity, size, tilesName(state, tiles)));
  }

  #drawOne(state: Readonly<LabState>, size: { width: number; height: number }): void {
    if (!this.#traces.current(state)) return;
    const layout = this.#stage.draw(state, size, this.#frozen?.highest);
    const left = layout.panels[0]?.left ?? 0;
    const reachable = state.capacity <= layout.highest || this.#frozen !== null;
    const top = loadToY(layout, state.capacity);
    this.#handles.one.place(reachable ? { left, top, length: layout.width - left } : null);
  }

  /** The chart kit is only for the two views with axes: the first view comes without it, and sooner. */
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

  #drawMany(
    state: Readonly<LabState>,
    { drawDistribution, shownLoads }: Charts,
    size: { width: number; height: number },
  ): void {
    const { parts } = this.#frame;
    const placed = this.#placements.latest;
    if (!placed) return;
    const window = this.#frozen?.window ?? shownLoads(placed, state.capacity);
    const exact = this.#exact.current(state);
    const chart = drawDistribution(placed, exact, state.capacity, size, window);
    setMarkup(parts.part('picture', 'many'), chart.svg);
    parts.part('exact-key').hidden = exact === null || exact.probabilities.length === 0;
    const done = placed.repetitions;
    const all = `${formatInteger(state.repetitions)} ${state.repetitions === 1 ? 'placement' : 'placements'} simulated`;
    parts.part('progress').textContent = done < state.repetitions ? `${formatInteger(done)} of ${all}` : all;
    this.#chart = chart;
    const inside = state.capacity >= window[0] && state.capacity <= window[1];
    const { top, height } = chart.plot;
    this.#handles.many.place(inside ? { left: chart.x(state.capacity + 0.5), top, length: height } : null);
  }

  #drawPlanner(state: Readonly<LabState>, { drawPlanner }: Charts, size: { width: number; height: number }): void {
    const { parts } = this.#frame;
    // While a new plan is worked out the old one stays, but only its answer is kept back.
    const plan = this.#plan.latest;
    if (!plan) {
      // The page was built with the answer of the state that the lab opens on.
      if (KEYS.plan(state) !== KEYS.plan(schema.opening))
        parts.part('plan-words').textContent = planSentence(state, null);
      return;
    }
    const current = this.#plan.current(state);
    const before = this.#before && { plan: this.#before.plan, label: `${formatInteger(this.#before.items)} items` };
    const chart = drawPlanner(plan, state, before, size);
    setMarkup(parts.part('picture', 'planner'), chart.svg);
    parts.part('plan-words').textContent = planSentence(state, current);
    parts.part('scaling').textContent = this.#before ? scalingSentence(this.#before, state, current) : '';
    this.#chart = chart;
    const { left, width } = chart.plot;
    this.#handles.planner.place({ left, top: chart.y(state.risk), length: width });
  }

  #capacityAt(x: number): Partial<LabState> | null {
    return this.#chart && { capacity: Math.max(0, Math.round(this.#chart.invertX(x) - 0.5)) };
  }

  #riskAt(y: number): Partial<LabState> | null {
    const plan = this.#plan.latest;
    if (!this.#chart || !this.#charts || !plan) return null;
    // Two digits are as fine as anyone tolerates a risk.
    const risk = Number(this.#chart.invertY(y).toPrecision(2));
    return { risk: Math.min(0.5, Math.max(this.#charts.lowestChance(plan, this.#frame.state.risk), risk)) };
  }

  // Figures and controls

  #showFigures(state: Readonly<LabState>): void {
    const isSimulating = this.#placements.latest === null;
    // Until something is simulated here, the default state's figures are in the page.
    const { placements, exact } = KEYS;
    if (isSimulating && [placements, exact].every((key) => key(state) === key(schema.opening))) return;
    const stale = !isSimulating && this.#placements.current(state) === null;
    const results = this.#results(state);
    const [headline, ...others] = figures(state, results);
    const { parts } = this.#frame;
    showFigures(parts, others, stale);
    // The headline stays with its picture.
    if (state.view === 'tiles' && !results.tiles)
      parts.part('figure', headline.name).toggleAttribute('data-stale', true);
    else showFigures(parts, [headline], false);
  }

  #showControls(state: Readonly<LabState>): void {
    const { parts } = this.#frame;
    const choosing = usesChoices(state.strategy) || (state.view === 'one' && usesChoices(state.against));
    parts.part('ruler', 'choices').hidden = !choosing;
    parts.part('ruler', 'risk').hidden = state.view !== 'planner';
    parts.part('ruler', 'repetitions').hidden = state.view === 'planner' && !usesChoices(state.strategy);
    for (const choice of ['strategy', 'against']) {
      for (const option of parts.part<HTMLSelectElement>('choice', choice).options) {
        option.text = strategyLabel(option.value as StrategyName, state.choices);
      }
    }
  }
}
