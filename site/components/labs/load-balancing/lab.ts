/** Brings the load-balancing lab to life. The worker simulates; this draws, listens and keeps the address in step. */
import type { DrawnChart } from '@/lib/charts/chart';
import { bindAddress, type AddressedState } from '@/lib/lab/address';
import { announcer } from '@/lib/lab/announce';
import { download, toCsv, type Cell } from '@/lib/lab/csv';
import { dragLine, type DragLine } from '@/lib/lab/drag';
import { nextTask, prefersReducedMotion, watchVisibility } from '@/lib/lab/motion';
import { Playback } from '@/lib/lab/playback';
import { attachRuler, writeWhole, type Ruler } from '@/lib/lab/ruler';
import { formatInteger, type Field, type Note } from '@/lib/lab/state';
import { MEASURES, measureUntilPainted } from '@/lib/lab/timing';
import { WorkerClient, type Health } from '@/lib/lab/worker-client';
import { figures, formatRisk, planSentence, resultSentence, scalingSentence } from './figures';
import { NARROW, PACES, PICTURE_HEIGHTS, LoadTrack } from './pictures';
import {
  barHeights,
  barNumbers,
  barPaths,
  drawPlacement,
  fallingPath,
  highestLoad,
  layoutPlacement,
  loadToY,
  panelCaption,
  panelFacts,
  yToLoad,
  type Falling,
  type PlacementLayout,
  type PlacementPanel,
} from './placement-view';
import {
  LADDERS,
  PRESETS,
  presetState,
  schema,
  strategyLabel,
  usesChoices,
  type LabState,
  type StrategyName,
  type ViewName,
} from './state';
import { tallyTotal } from './tally';
import type { Exact, LabTasks, Placed, Plan } from './tasks';

type RulerName = keyof typeof LADDERS;

type Charts = typeof import('./charts');

/** How long an item takes to fall, in seconds, and how many are drawn falling at once. */
const FALL_SECONDS = 0.28;
const MOST_FALLING = 90;

/** A result and the question it answers: the part of the state it depends on. */
interface Answer<T> {
  key: string;
  value: T;
}

const keyOf = (state: LabState, names: readonly (keyof LabState)[]) => names.map((name) => state[name]).join();
const PLACING = ['items', 'servers', 'strategy', 'choices', 'seed'] as const;
const KEYS = {
  placements: (state: LabState) => keyOf(state, [...PLACING, 'repetitions']),
  exact: (state: LabState) => keyOf(state, ['items', 'servers', 'strategy', 'choices', 'capacity']),
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

const { items, servers, capacity, repetitions, choices, risk } = schema.fields;
const RULER_FIELDS: Record<RulerName, Field<number>> = { items, servers, capacity, repetitions, choices, risk };

export async function attach(root: HTMLElement): Promise<void> {
  const lab = new LoadBalancingLab(root);
  // A task for each step, so that a slow phone can answer its reader in between.
  for (const step of lab.comeToLife()) {
    step();
    await nextTask();
  }
}

class LoadBalancingLab {
  readonly #root: HTMLElement;
  readonly #worker: WorkerClient<LabTasks>;
  #address!: AddressedState<LabState>;
  readonly #rulers = new Map<RulerName, Ruler>();
  readonly #handles: Record<ViewName, DragLine>;
  readonly #playback = new Playback((position, playing) => this.#onPlayhead(position, playing));
  readonly #say: (sentence: string) => void;

  #placed: Answer<Placed> | null = null;
  #exact: Answer<Exact> | null = null;
  #plan: Answer<Plan> | null = null;
  #tracks: Answer<LoadTrack[]> | null = null;
  /** The plan before the work was doubled, to compare with. */
  #before: { plan: Plan; items: number; needed: number } | null = null;
  /** What has been asked for, whether answered or not. */
  #asked = { placements: '', exact: '', traces: '', plan: '' };

  #width = 0;
  #drawing = false;
  /** Where the picture of one placement is, and the parts of it that move. */
  #layout: PlacementLayout | null = null;
  #moving = new Map<string, Element>();
  /** The fullest server of the finished placements: the picture's scale holds still while they fill. */
  #largest = 0;
  /** The chart that is shown, for the lines that can be dragged on it. */
  #chart: DrawnChart | null = null;
  #charts: Charts | null = null;
  /** While a line is dragged the scale it lies on stays put. */
  #frozen: FrozenScales | null = null;
  #changedAt: number | null = null;
  #firstShown = true;
  #sayWhenReady = false;
  #wantsPlay = !prefersReducedMotion();

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#say = announcer(this.#part('live'));
    this.#worker = new WorkerClient<LabTasks>(
      () => new Worker(new URL('../../../workers/load-balancing.ts', import.meta.url), { type: 'module' }),
      { onHealth: (health, reason) => this.#onHealth(health, reason) },
    );
    this.#handles = {
      one: this.#handle('one', 'y', (y) => {
        const layout = this.#layout;
        return layout && { capacity: Math.round(Math.min(yToLoad(layout, y), layout.highest)) };
      }),
      many: this.#handle('many', 'x', (x) => this.#capacityAt(x)),
      planner: this.#handle('planner', 'y', (y) => this.#riskAt(y)),
    };
  }

  /** What has to happen before the controls work, in steps. */
  *comeToLife(): Generator<() => void> {
    yield () => this.#worker.warmUp();
    for (const name of Object.keys(LADDERS) as RulerName[]) yield () => this.#attachRuler(name);
    yield () => this.#listen();
    yield () => {
      this.#address = bindAddress(schema, (state, change) => this.#onChange(state, change.phase, change));
    };
    yield () => {
      watchVisibility(this.#part('picture', 'one'), (visible) => this.#playback.setVisible(visible));
      new ResizeObserver(([entry]) => {
        const width = Math.round(entry?.contentRect.width ?? 0);
        if (width === this.#width || width === 0) return;
        this.#width = width;
        this.#redraw();
      }).observe(this.#find('.mt-lab-stages'));
      for (const controls of this.#root.querySelectorAll<HTMLFieldSetElement>('[data-controls]')) {
        controls.disabled = false;
      }
    };
  }

  // The page

  #find<E extends Element = HTMLElement>(selector: string): E {
    const found = this.#root.querySelector<E>(selector);
    if (!found) throw new Error(`The lab has no ${selector}.`);
    return found;
  }

  #part<E extends Element = HTMLElement>(name: string, value?: string): E {
    return this.#find<E>(value === undefined ? `[data-${name}]` : `[data-${name}="${value}"]`);
  }

  get #state(): Readonly<LabState> {
    return this.#address.state;
  }

  #attachRuler(name: RulerName): void {
    const write = name === 'risk' ? formatRisk : writeWhole;
    const root = this.#part('ruler', name);
    const change = (value: number, phase: 'live' | 'rest') => this.#change({ [name]: value }, phase);
    this.#rulers.set(name, attachRuler(root, LADDERS[name], RULER_FIELDS[name], write, change));
  }

  #listen(): void {
    for (const radio of this.#root.querySelectorAll<HTMLInputElement>('.mt-lab-views input')) {
      radio.addEventListener('change', () => this.#change({ view: radio.value as ViewName }, 'rest'));
    }
    for (const select of this.#root.querySelectorAll<HTMLSelectElement>('[data-choice]')) {
      const name = select.dataset['choice'] as 'strategy' | 'against' | 'scope';
      select.addEventListener('change', () => this.#change({ [name]: select.value }, 'rest'));
    }
    for (const button of this.#root.querySelectorAll<HTMLButtonElement>('[data-preset]')) {
      const preset = PRESETS.find(({ id }) => id === button.dataset['preset']);
      button.addEventListener('click', () => {
        if (!preset) return;
        this.#before = null;
        this.#wantsPlay = !prefersReducedMotion();
        this.#change(presetState(preset.values, this.#state), 'rest');
      });
    }
    const actions: Record<string, () => void> = {
      play: () => (this.#playback.playing ? this.#playback.pause() : this.#playback.play()),
      back: () => this.#step(-1),
      step: () => this.#step(1),
      double: () => this.#double(),
      reseed: () => {
        this.#wantsPlay = !prefersReducedMotion();
        this.#change({ seed: crypto.getRandomValues(new Uint32Array(1))[0] as number }, 'rest');
      },
      copy: () => void this.#copyLink(),
      csv: () => this.#downloadCsv(),
      reset: () => {
        this.#before = null;
        this.#change(schema.initial, 'rest');
      },
      retry: () => this.#worker.retry(),
    };
    for (const button of this.#root.querySelectorAll<HTMLButtonElement>('[data-act]')) {
      const action = actions[button.dataset['act'] ?? ''];
      if (action) button.addEventListener('click', action);
    }
    const seed = this.#part<HTMLInputElement>('seed');
    seed.addEventListener('change', () => {
      const { value, because } = schema.fields.seed.read(seed.value);
      this.#change(because === 'is not a number' ? {} : { seed: value }, 'rest');
      seed.value = String(this.#state.seed);
    });
    const scrub = this.#part<HTMLInputElement>('scrub');
    scrub.addEventListener('input', () => {
      // Pausing shows where the playhead stood, in this very control.
      const wanted = scrub.valueAsNumber;
      this.#playback.pause();
      this.#playback.seek(wanted);
    });
    const pace = this.#part<HTMLSelectElement>('pace');
    pace.addEventListener('change', () => this.#setPace());
  }

  #handle(view: ViewName, across: 'x' | 'y', valueAt: (pixels: number) => Partial<LabState> | null): DragLine {
    return dragLine(this.#part('handle', view), across, (pixels, phase) => {
      const change = valueAt(pixels);
      if (phase === 'live') this.#frozen ??= this.#scales();
      else this.#frozen = null;
      if (change) this.#change(change, phase);
    });
  }

  #scales(): FrozenScales {
    return {
      ...(this.#layout && { highest: this.#layout.highest }),
      ...(this.#placed &&
        this.#charts && { window: this.#charts.shownLoads(this.#placed.value, this.#state.capacity) }),
    };
  }

  // State

  #change(values: Partial<LabState>, phase: 'live' | 'rest'): void {
    this.#address.change(values, phase);
  }

  #onChange(state: Readonly<LabState>, phase: 'live' | 'rest', { from, notes }: { from: string; notes: Note[] }): void {
    this.#changedAt = performance.now();
    if (from === 'address') this.#showNotes(notes);
    this.#showControls(state);
    this.#askWhatIsMissing(state);
    this.#redraw();
    if (phase === 'rest') this.#announce();
  }

  #askWhatIsMissing(state: Readonly<LabState>): void {
    if (state.view === 'one') this.#askTraces(state);
    const placements = KEYS.placements(state);
    if (this.#asked.placements !== placements) {
      this.#asked.placements = placements;
      this.#worker.ask('placements', state, {
        onResult: (value, final) => {
          this.#placed = { key: placements, value };
          this.#redraw();
          this.#measure(final);
          // The planner's many simulations would only slow down the figures that are looked at first.
          if (final) this.#askPlan(this.#state);
        },
        onRefused: (message) => this.#showTrouble(message),
      });
    }
    const exact = KEYS.exact(state);
    if (this.#asked.exact !== exact) {
      this.#asked.exact = exact;
      this.#worker.ask('exact', state, {
        onResult: (value) => {
          this.#exact = { key: exact, value };
          this.#redraw();
        },
        onRefused: (message) => this.#showTrouble(message),
      });
    }
    const settled = this.#placed?.key === placements && this.#placed.value.repetitions === state.repetitions;
    if (state.view === 'planner' || settled) this.#askPlan(state);
    else this.#forgetPlan(state);
    // Nothing new to simulate: what is there already is the answer.
    if (settled) this.#measure(true);
  }

  #askTraces(state: Readonly<LabState>): void {
    const key = KEYS.traces(state);
    if (this.#asked.traces === key) return;
    this.#asked.traces = key;
    this.#worker.ask(
      'traces',
      { ...state, strategies: [state.strategy, state.against] },
      {
        onResult: ({ servers, loads }) => {
          const tracks = servers.map((trace, index) => new LoadTrack(trace, loads[index] as Uint32Array));
          this.#tracks = { key, value: tracks };
          this.#largest = Math.max(...loads.map((each) => panelFacts(each, state.capacity).largest));
          this.#layout = null;
          this.#playback.pause();
          this.#playback.load(state.items, state.items);
          this.#setPace();
          if (this.#wantsPlay) this.#playback.play();
          this.#wantsPlay = false;
          this.#redraw();
        },
        onRefused: (message) => this.#showTrouble(message),
      },
    );
  }

  #askPlan(state: Readonly<LabState>): void {
    const key = KEYS.plan(state);
    if (this.#asked.plan === key) return;
    this.#asked.plan = key;
    this.#worker.ask('plan', state, {
      onResult: (value, final) => {
        this.#plan = { key, value };
        this.#redraw();
        if (final && this.#state.view === 'planner') this.#announce();
      },
      onRefused: (message) => this.#showTrouble(message),
    });
  }

  /** Stops a plan that answers an old question; the new one is asked once the figures are there. */
  #forgetPlan(state: Readonly<LabState>): void {
    if (this.#asked.plan === KEYS.plan(state)) return;
    this.#asked.plan = '';
    this.#worker.cancel('plan');
  }

  #double(): void {
    const { items, scope } = this.#state;
    const plan = this.#currentPlan;
    const needed = plan?.needed[scope];
    this.#before = plan && needed ? { plan, items, needed } : null;
    this.#change({ items: items * 2 }, 'rest');
  }

  get #currentPlan(): Plan | null {
    return this.#plan?.key === KEYS.plan(this.#state) ? this.#plan.value : null;
  }

  get #currentExact(): Exact | null {
    return this.#exact?.key === KEYS.exact(this.#state) ? this.#exact.value : null;
  }

  #measure(final: boolean): void {
    if (this.#changedAt === null) return;
    if (final) {
      measureUntilPainted(MEASURES.final, this.#changedAt);
      this.#changedAt = null;
    } else if (this.#firstShown) measureUntilPainted(MEASURES.first, this.#changedAt);
    this.#firstShown = final;
  }

  // Drawing

  #redraw(): void {
    if (this.#drawing) return;
    this.#drawing = true;
    requestAnimationFrame(() => {
      this.#drawing = false;
      this.#draw();
    });
  }

  #draw(): void {
    const state = this.#state;
    this.#root.dataset['view'] = state.view;
    this.#showFigures(state);
    if (this.#width > 0) {
      if (state.view === 'one') this.#drawOne(state);
      else if (!this.#charts) this.#loadCharts();
      else if (state.view === 'many') this.#drawMany(state, this.#charts);
      else this.#drawPlanner(state, this.#charts);
    }
    const settled =
      this.#placed?.key === KEYS.placements(state) &&
      this.#placed.value.repetitions === state.repetitions &&
      this.#currentExact !== null &&
      this.#currentPlan !== null;
    if (this.#root.dataset['state'] === 'failed') return;
    this.#root.dataset['state'] = settled ? 'ready' : 'busy';
    if (settled && this.#sayWhenReady) {
      this.#sayWhenReady = false;
      this.#announce();
    }
  }

  get #size() {
    return { width: this.#width, height: this.#width < NARROW ? PICTURE_HEIGHTS.narrow : PICTURE_HEIGHTS.wide };
  }

  #drawOne(state: Readonly<LabState>): void {
    const tracks = this.#tracks?.value;
    if (!tracks || this.#tracks?.key !== KEYS.traces(state)) return;
    const panels = this.#panels(state, tracks);
    const highest = this.#frozen?.highest ?? highestLoad(this.#largest, state.capacity);
    const layout = layoutPlacement(this.#size, { servers: state.servers, panels: panels.length, highest });
    this.#layout = layout;
    const picture = this.#part('picture', 'one');
    picture.innerHTML = drawPlacement(panels, state.capacity, layout, {
      name: this.#nameOfPlacement(state, panels),
      id: 'mt-lb-live',
    });
    this.#moving = new Map(
      [...picture.querySelectorAll('[data-part]')].map((part) => [part.getAttribute('data-part') ?? '', part]),
    );
    const left = layout.panels[0]?.left ?? 0;
    const top = loadToY(layout, state.capacity);
    const reachable = state.capacity <= highest || this.#frozen !== null;
    this.#handles.one.place(reachable ? { left, top, length: layout.width - left } : null);
  }

  #panels(state: Readonly<LabState>, tracks: readonly LoadTrack[]): PlacementPanel[] {
    const position = Math.floor(this.#playback.position);
    return [state.strategy, state.against].map((strategy, index) => ({
      title: strategyLabel(strategy, state.choices),
      loads: (tracks[index] as LoadTrack).at(position),
    }));
  }

  #nameOfPlacement({ capacity }: Readonly<LabState>, panels: readonly PlacementPanel[]): string {
    const placed = `${formatInteger(Math.floor(this.#playback.position))} items placed`;
    const each = panels.map(({ title, loads }) => `${title}: ${panelCaption(panelFacts(loads, capacity))}`);
    return `${placed}. ${each.join('. ')}.`;
  }

  /** Moves what moves in the picture of one placement; everything else in it stays as it was drawn. */
  #paintFrame(): void {
    const state = this.#state;
    const layout = this.#layout;
    const tracks = this.#tracks?.value;
    if (!layout || !tracks || state.view !== 'one' || this.#tracks?.key !== KEYS.traces(state)) return;
    this.#panels(state, tracks).forEach(({ loads }, panel) => {
      const heights = barHeights(loads, layout);
      const { within, beyond, flags } = barPaths(heights, state.capacity, layout, panel);
      this.#moving.get(`within${panel}`)?.setAttribute('d', within);
      this.#moving.get(`beyond${panel}`)?.setAttribute('d', beyond);
      this.#moving.get(`flags${panel}`)?.setAttribute('d', flags);
      const falling = this.#playback.playing ? this.#falling(tracks[panel] as LoadTrack) : [];
      this.#moving.get(`falling${panel}`)?.setAttribute('d', fallingPath(falling, heights, layout, panel));
      const caption = this.#moving.get(`caption${panel}`);
      if (caption) caption.textContent = panelCaption(panelFacts(loads, state.capacity));
      const numbers = this.#moving.get(`numbers${panel}`);
      if (numbers) numbers.innerHTML = barNumbers(loads, state.capacity, layout, panel);
    });
  }

  /** The items that are on their way at this moment: each lands when its turn comes. */
  #falling(track: LoadTrack): Falling[] {
    const position = this.#playback.position;
    const first = Math.floor(position);
    const ahead = this.#pace * FALL_SECONDS;
    const last = Math.min(track.length, Math.ceil(position + ahead));
    const stride = Math.max(1, Math.ceil((last - first) / MOST_FALLING));
    const falling: Falling[] = [];
    for (let item = Math.ceil(first / stride) * stride; item < last; item += stride) {
      const fallen = 1 - (item + 1 - position) / ahead;
      if (fallen > 0) falling.push({ server: track.serverOf(item), fallen });
    }
    return falling;
  }

  /** The chart kit is only for the two views with axes: the first view comes without it, and sooner. */
  #loadCharts(): void {
    import('./charts').then(
      (charts) => {
        this.#charts = charts;
        this.#redraw();
      },
      () => this.#showTrouble('This view could not be loaded. Its figures below are right; switch views to try again.'),
    );
  }

  #drawMany(state: Readonly<LabState>, { drawDistribution, shownLoads }: Charts): void {
    const placed = this.#placed?.value;
    if (!placed) return;
    const window = this.#frozen?.window ?? shownLoads(placed, state.capacity);
    const exact = this.#currentExact;
    const chart = drawDistribution(placed, exact, state.capacity, this.#size, window);
    this.#part('picture', 'many').innerHTML = chart.svg;
    this.#part('exact-key').hidden = exact === null || exact.probabilities.length === 0;
    const done = placed.repetitions;
    const all = `${formatInteger(state.repetitions)} ${state.repetitions === 1 ? 'placement' : 'placements'} simulated`;
    this.#part('progress').textContent = done < state.repetitions ? `${formatInteger(done)} of ${all}` : all;
    this.#chart = chart;
    const inside = state.capacity >= window[0] && state.capacity <= window[1];
    const { top, height } = chart.plot;
    this.#handles.many.place(inside ? { left: chart.x(state.capacity + 0.5), top, length: height } : null);
  }

  #drawPlanner(state: Readonly<LabState>, { drawPlanner }: Charts): void {
    // While a new plan is worked out the old one stays, but only its answer is kept back.
    const plan = this.#plan?.value;
    if (!plan) return;
    const current = this.#currentPlan;
    const before = this.#before && { plan: this.#before.plan, label: `${formatInteger(this.#before.items)} items` };
    const chart = drawPlanner(plan, state, before, this.#size);
    this.#part('picture', 'planner').innerHTML = chart.svg;
    this.#part('plan-words').textContent = planSentence(state, current);
    this.#part('scaling').textContent = this.#before ? scalingSentence(this.#before, state, current) : '';
    this.#chart = chart;
    const { left, width } = chart.plot;
    this.#handles.planner.place({ left, top: chart.y(state.risk), length: width });
  }

  #capacityAt(x: number): Partial<LabState> | null {
    return this.#chart && { capacity: Math.max(0, Math.round(this.#chart.invertX(x) - 0.5)) };
  }

  #riskAt(y: number): Partial<LabState> | null {
    const plan = this.#plan?.value;
    if (!this.#chart || !this.#charts || !plan) return null;
    // Two digits are as fine as anyone tolerates a risk.
    const risk = Number(this.#chart.invertY(y).toPrecision(2));
    return { risk: Math.min(0.5, Math.max(this.#charts.lowestChance(plan, this.#state.risk), risk)) };
  }

  // Figures and controls

  #showFigures(state: Readonly<LabState>): void {
    const shown = figures(state, {
      placed: this.#placed?.value ?? null,
      exact: this.#currentExact,
      plan: this.#currentPlan,
    });
    const stale = this.#placed !== null && this.#placed.key !== KEYS.placements(state);
    // Until something is simulated here, the default state's figures are in the page.
    const { placements, exact: known } = KEYS;
    if (this.#placed === null && [placements, known].every((key) => key(state) === key(schema.initial))) return;
    for (const { name, value, text, exact, alarming } of shown) {
      const output = this.#part('result', name);
      output.textContent = text;
      output.dataset['value'] = value === null ? '' : String(value);
      const beside = this.#part('exact', name);
      beside.textContent = exact ? `exact ${exact.text}` : '';
      beside.dataset['value'] = exact ? String(exact.value) : '';
      const figure = this.#part('figure', name);
      figure.toggleAttribute('data-alarming', alarming);
      figure.toggleAttribute('data-stale', stale);
    }
  }

  #showControls(state: Readonly<LabState>): void {
    const said: Record<RulerName, string> = {
      items: `${formatInteger(state.items)} items`,
      servers: `${formatInteger(state.servers)} servers`,
      capacity: `${formatInteger(state.capacity)} items`,
      repetitions: `${formatInteger(state.repetitions)} placements`,
      choices: `${state.choices} choices`,
      risk: formatRisk(state.risk),
    };
    for (const [name, ruler] of this.#rulers) ruler.show(state[name], said[name]);
    const choosing = usesChoices(state.strategy) || (state.view === 'one' && usesChoices(state.against));
    this.#part('ruler', 'choices').hidden = !choosing;
    this.#part('ruler', 'risk').hidden = state.view !== 'planner';
    this.#part('ruler', 'repetitions').hidden = state.view === 'planner' && !usesChoices(state.strategy);
    for (const radio of this.#root.querySelectorAll<HTMLInputElement>('.mt-lab-views input')) {
      radio.checked = radio.value === state.view;
    }
    for (const select of this.#root.querySelectorAll<HTMLSelectElement>('[data-choice]')) {
      select.value = state[select.dataset['choice'] as 'strategy' | 'against' | 'scope'];
      if (select.dataset['choice'] === 'scope') continue;
      for (const option of select.options) option.text = strategyLabel(option.value as StrategyName, state.choices);
    }
    const seed = this.#part<HTMLInputElement>('seed');
    if (document.activeElement !== seed) seed.value = String(state.seed);
    for (const button of this.#root.querySelectorAll<HTMLButtonElement>('[data-preset]')) {
      const preset = PRESETS.find(({ id }) => id === button.dataset['preset']);
      const wanted = preset && presetState(preset.values, state);
      const chosen =
        wanted && (Object.keys(wanted) as (keyof LabState)[]).every((name) => wanted[name] === state[name]);
      button.setAttribute('aria-pressed', String(chosen === true));
    }
    this.#root.dataset['view'] = state.view;
  }

  #step(by: number): void {
    this.#playback.pause();
    this.#playback.seek(Math.floor(this.#playback.position) + by);
  }

  get #pace(): number {
    const pace = PACES.find(({ id }) => id === this.#part<HTMLSelectElement>('pace').value) ?? PACES[1];
    return 'seconds' in pace ? this.#playback.length / pace.seconds : pace.itemsPerSecond;
  }

  #setPace(): void {
    this.#playback.setPace(this.#pace);
  }

  #onPlayhead(position: number, playing: boolean): void {
    const { length } = this.#playback;
    const placed = Math.floor(position);
    const scrub = this.#part<HTMLInputElement>('scrub');
    scrub.max = String(length);
    scrub.value = String(placed);
    const words = `${formatInteger(placed)} of ${formatInteger(length)}`;
    scrub.setAttribute('aria-valuetext', `${words} items placed`);
    this.#part('position').textContent = words;
    const button = this.#part('act', 'play');
    button.toggleAttribute('data-playing', playing);
    const word = playing ? 'Pause' : placed >= length ? 'Replay' : 'Play';
    const label = this.#part('play-word');
    if (label.textContent !== word) label.textContent = word;
    this.#paintFrame();
    const tracks = this.#tracks?.value;
    if (!playing && tracks && this.#state.view === 'one') {
      const name = this.#nameOfPlacement(this.#state, this.#panels(this.#state, tracks));
      this.#part('picture', 'one').querySelector('svg')?.setAttribute('aria-label', name);
    }
  }

  // Words and files

  #announce(): void {
    const results = { placed: this.#placed?.value ?? null, exact: this.#currentExact, plan: this.#currentPlan };
    if (this.#root.dataset['state'] === 'ready') this.#say(resultSentence(this.#state, results));
    else this.#sayWhenReady = true;
  }

  #showNotes(notes: readonly Note[]): void {
    const list = this.#part('notes');
    list.hidden = notes.length === 0;
    list.replaceChildren(
      ...notes.map(({ parameter, message }) => {
        const line = document.createElement('p');
        line.dataset['note'] = parameter;
        line.textContent = message;
        return line;
      }),
    );
  }

  #onHealth(health: Health, reason: string): void {
    if (health === 'failed') {
      this.#root.dataset['state'] = 'failed';
      this.#showTrouble(
        `The simulation stopped and could not be started again (${reason}). The figures above are the last it gave.`,
      );
    } else if (health === 'restarting') {
      this.#root.dataset['state'] = 'busy';
      this.#showTrouble('The simulation stopped; it is being started again.');
    } else this.#showTrouble('');
    this.#part('act', 'retry').hidden = health !== 'failed';
  }

  #showTrouble(words: string): void {
    this.#part('trouble').hidden = words === '';
    this.#part('trouble-words').textContent = words;
  }

  async #copyLink(): Promise<void> {
    const link = this.#address.link();
    const button = this.#part('act', 'copy');
    try {
      await navigator.clipboard.writeText(link);
      button.textContent = 'Copied';
    } catch {
      // Without permission to write the clipboard the address bar is the next best place to copy from.
      history.replaceState(history.state, '', link);
      button.textContent = 'Now in the address bar';
    }
    setTimeout(() => (button.textContent = 'Copy link'), 2500);
  }

  #downloadCsv(): void {
    const state = this.#state;
    const results = { placed: this.#placed?.value ?? null, exact: this.#currentExact, plan: this.#currentPlan };
    const rows: Cell[][] = Object.entries(state).map(([name, value]) => ['parameter', name, null, value, null]);
    for (const { name, value, exact } of figures(state, results)) {
      rows.push(['figure', name, null, value, exact?.value ?? null]);
    }
    rows.push(...this.#pointsShown(state));
    download(`load-balancing-${state.view}.csv`, toCsv(['kind', 'name', 'at', 'value', 'exact'], rows));
  }

  /** The points of the picture that is shown, in the CSV's columns. */
  #pointsShown(state: Readonly<LabState>): Cell[][] {
    if (state.view === 'one') {
      const tracks = this.#tracks?.value ?? [];
      const names: StrategyName[] = [state.strategy, state.against];
      return this.#panels(state, tracks).flatMap(({ loads }, panel): Cell[][] =>
        Array.from(loads, (load, server) => [`load: ${names[panel]}`, 'server', server + 1, load, null]),
      );
    }
    if (state.view === 'many') {
      const loads = this.#placed?.value.loads ?? new Float64Array();
      const exact = this.#currentExact;
      const total = tallyTotal(loads);
      const rows: Cell[][] = [];
      for (let i = 0; i < loads.length; i += 2) {
        const load = loads[i] as number;
        const known = exact?.probabilities[load - exact.first] ?? null;
        rows.push(['share of servers', 'load', load, (loads[i + 1] as number) / total, known]);
      }
      return rows;
    }
    const plan = this.#currentPlan;
    if (!plan) return [];
    const chances = { 'chance: one server': plan.serverOver, 'chance: any server': plan.anyOver };
    return Object.entries(chances).flatMap(([kind, values]): Cell[][] =>
      Array.from(plan.servers, (servers, index) => {
        const chance = values[index] as number;
        return [kind, 'servers', servers, chance, plan.exact ? chance : null];
      }),
    );
  }
}
