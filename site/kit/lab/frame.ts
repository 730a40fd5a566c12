import { toCsv, type Cell } from '@/kit/record/csv';
import { bindAddress, type AddressedState } from './address';
import { announcer } from './announce';
import { commonChange, Controls, type ControlsPlan } from './controls';
import { copyLink } from './copy-link';
import { download } from './download';
import { whenLed } from './leading';
import type { LongWorkNotice } from './long-work';
import { closesItself } from './menu';
import { nextTask } from './motion';
import { Notices } from './notices';
import { Parts } from './parts';
import { Question, type Key } from './question';
import { startModels } from './start-worker';
import type { Note } from './state';
import { UpdateTimer } from './timing';
import { WorkerClient, type LongWork, type TaskList } from './worker-client';
import { OVERLAY_CHANGED, overlaysOn, showOverlayWords, undrawnWords, type LabOverlay } from './overlay';

/** The columns of a lab's file, unless it has others. */
const HEADER = ['kind', 'name', 'value'] as const;

/** A lab's own parts, which {@link LabFrame} puts to work. */
export interface LabPlan<S extends object> extends ControlsPlan<S> {
  /**
   * The address of its worker, from `import workerUrl from './worker.ts?worker&url'`, or what starts it. A lab that only shows what was
   * measured has none, and no questions.
   */
  worker?: string | (() => Worker);
  /** The lab's own buttons, by their `data-act`. */
  actions?: Readonly<Record<string, () => void>>;
  /** More to do before the controls work, in short steps. */
  steps?: () => Generator<() => void>;
  /** Hears that the reader starts afresh, before the state changes. */
  onFreshStart?: (by: 'preset' | 'reseed' | 'reset') => void;
  /** Shows what controls of the lab's own there are, and asks the worker for what is missing. */
  onChange: (state: Readonly<S>) => void;
  /** Draws the view that is in front, `width` pixels wide (0 while there is no room), and shows the figures. */
  draw: (state: Readonly<S>, width: number) => void;
  /** True where everything shown answers this state; by default, where all questions are answered. */
  isSettled?: (state: Readonly<S>) => boolean;
  /** The result in words. */
  sentence: (state: Readonly<S>) => string;
  /** The overlay's measurements in sentences; for a lab that shows measured points. */
  overlayWords?: (state: Readonly<S>) => readonly string[];
  /** The shown figures as a file: its name without the ending, its columns ({@link HEADER} by default), and its rows. */
  csv: (state: Readonly<S>) => { name: string; header?: readonly string[]; rows: readonly (readonly Cell[])[] };
}

/**
 * The behaviour that all labs share: a frame keeps the state in the address and the controls in step with it, looks after the worker, draws
 * once a frame at most, says the result in words, and hands out links and files.
 */
export class LabFrame<S extends object, Tasks extends TaskList = Record<never, never>> {
  readonly parts: Parts;
  readonly #worker: WorkerClient<Tasks> | undefined;
  readonly timer = new UpdateTimer();
  readonly #plan: LabPlan<S>;
  readonly #controls: Controls<S>;
  readonly #notices: Notices;
  readonly #questions: { isFinal(state: Readonly<S>): boolean }[] = [];
  #longWorkNotice: LongWorkNotice | null = null;
  readonly #say: (sentence: string) => void;
  #address!: AddressedState<S>;
  #width = 0;
  #drawing = false;
  #sayWhenReady = false;
  #hasOpened = false;
  /** The state that was asked about last, as text. */
  #asked = '';
  #longWork: LongWork | null = null;
  #overlays: readonly LabOverlay[] = [];
  /** Sentences on overlays that can't be drawn. */
  #undrawn: readonly string[] = [];

  constructor(root: HTMLElement, plan: LabPlan<S>) {
    this.parts = new Parts(root);
    this.#plan = plan;
    this.#notices = new Notices(this.parts);
    this.#say = announcer(this.parts.part('live'));
    this.#controls = new Controls(
      this.parts,
      plan,
      () => this.state,
      (values, phase) => this.change(values, phase),
    );
    this.#worker = plan.worker ? this.#clientOf(plan.worker) : undefined;
  }

  #clientOf(worker: string | (() => Worker)): WorkerClient<Tasks> {
    return new WorkerClient<Tasks>(typeof worker === 'string' ? () => startModels(worker) : worker, {
      onHealth: (health, reason) => {
        this.#notices.showHealth(health, reason);
        // A lab that asks nothing, as of what was measured, gets no answer that would have it drawn.
        if (health === 'working' && this.#hasOpened) this.redraw();
      },
      onLongWork: (work) => {
        this.#longWork = work;
        if (work && !this.#longWorkNotice) this.#fetchLongWorkNotice();
        this.redraw();
      },
    });
  }

  /** The worker; none where the plan names none, and asks nothing. */
  get worker(): WorkerClient<Tasks> {
    return this.#worker!;
  }

  /** Most readers never ask for what takes long, so its notice comes with the first of it. */
  #fetchLongWorkNotice(): void {
    import('./long-work').then(
      ({ LongWorkNotice }) => {
        this.#longWorkNotice ??= new LongWorkNotice(this.parts, {
          hold: () => this.worker.hold(),
          resume: () => this.worker.resume(),
        });
        this.redraw();
      },
      // The next progress report tries again.
      () => {},
    );
  }

  /** Makes the controls work: in a task for each step, so that a slow phone can answer its reader in between. */
  async mount(): Promise<void> {
    this.#overlays = overlaysOn(this.parts.root);
    for (const step of this.#steps()) {
      step();
      await nextTask();
    }
  }

  *#steps(): Generator<() => void> {
    const worker = this.#worker;
    if (worker)
      yield () => {
        const tellWhetherHidden = () => (worker.isHidden = document.hidden);
        document.addEventListener('visibilitychange', tellWhetherHidden);
        tellWhetherHidden();
        worker.warmUp();
      };
    yield* this.#controls.attach(() => {
      this.#plan.onFreshStart?.('preset');
      this.#controls.clearRemarks();
    });
    yield () => this.#listen();
    yield () => {
      this.#address = bindAddress(this.#plan.schema, (state, { phase, from, notes }) =>
        this.#onChange(state, phase, from === 'address' ? notes : null),
      );
      const { root } = this.parts;
      root.addEventListener(OVERLAY_CHANGED, () => {
        this.#overlays = overlaysOn(root);
        this.#undrawn = [];
        this.redraw();
      });
      // The overlay may have changed during the steps above.
      this.#overlays = overlaysOn(root);
    };
    if (this.#plan.steps) yield* this.#plan.steps();
    yield () => {
      new ResizeObserver(([entry]) => {
        const width = Math.round(entry?.contentRect.width ?? 0);
        if (width === this.#width || width === 0) return;
        this.#width = width;
        this.redraw();
      }).observe(this.parts.root.querySelector('.mt-lab-stages') ?? this.parts.root);
      this.#controls.enable();
    };
    yield () =>
      whenLed(this.parts.root, ({ state, phase }) => {
        this.#plan.onFreshStart?.('preset');
        this.#controls.clearRemarks();
        this.change(this.#plan.schema.read(new URLSearchParams(state)).state, phase);
      });
  }

  get state(): Readonly<S> {
    return this.#address.state;
  }

  /** Overlays by the lab's own `overlay.ts`: one machine, or none. */
  get overlays(): readonly LabOverlay[] {
    return this.#overlays;
  }

  get width(): number {
    return this.#width;
  }

  /**
   * A question for the worker. `key`: what of the state the answer depends on. `isTimed`: it gives the figures that a reader
   * waits for.
   */
  question<T extends keyof Tasks & string>(task: T, key: Key<S>, { isTimed = true } = {}): Question<S, Tasks, T> {
    const question = new Question<S, Tasks, T>(this, task, key, isTimed);
    this.#questions.push(question);
    return question;
  }

  #isSettled = (state: Readonly<S>): boolean =>
    this.#plan.isSettled?.(state) ?? this.#questions.every((question) => question.isFinal(state));

  change(values: Partial<S>, phase: 'live' | 'rest'): void {
    this.#address.change(values, phase);
  }

  #listen(): void {
    const actions: Record<string, () => void> = {
      ...this.#plan.actions,
      reseed: () => {
        this.#plan.onFreshStart?.('reseed');
        const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
        this.change(commonChange({ seed }), 'rest');
      },
      copy: () => void copyLink(this.parts.part('act', 'copy'), this.#address.link()),
      csv: () => this.#downloadCsv(),
      reset: () => {
        this.#plan.onFreshStart?.('reset');
        this.#controls.clearRemarks();
        this.change(this.#plan.schema.opening, 'rest');
      },
      retry: () => this.#worker?.retry(),
    };
    for (const button of this.parts.all<HTMLButtonElement>('[data-act]')) {
      const action = actions[button.dataset['act'] ?? ''];
      if (action) button.addEventListener('click', action);
    }
    for (const menu of this.parts.all<HTMLDetailsElement>('[data-menu]')) closesItself(menu);
  }

  #onChange(state: Readonly<S>, phase: 'live' | 'rest', notes: readonly Note[] | null): void {
    const asked = Object.values(state).join();
    // The end of a drag asks nothing new: its reader has been waiting since the last change.
    if (asked !== this.#asked) this.timer.start();
    this.#asked = asked;
    // Until the next frame, what is shown answers the state before.
    const { dataset } = this.parts.root;
    if (dataset['state'] === 'ready') dataset['state'] = 'busy';
    if (notes) {
      this.#notices.showNotes(notes);
      this.#controls.clearRemarks();
      // Only what the page was opened with: a step back is not to open what the reader left closed.
      if (!this.#hasOpened) this.#controls.unfold(state);
      this.#hasOpened = true;
    }
    this.#controls.show(state);
    // Only an address brings notes.
    if (this.#worker) this.#worker.askedBy = notes ? 'address' : 'reader';
    this.#plan.onChange(state);
    this.redraw();
    if (phase === 'rest') this.announce();
  }

  /** Draws with the next frame. */
  readonly redraw = (): void => {
    if (this.#drawing) return;
    this.#drawing = true;
    requestAnimationFrame(() => {
      this.#drawing = false;
      this.#draw();
    });
  };

  #draw(): void {
    const { state } = this;
    const { root } = this.parts;
    this.#drawPlan(state);
    // After drawing: the notice says whether stale figures are still shown.
    const words = this.#longWorkNotice?.show(this.#longWork);
    if (words) this.#say(words);
    if (root.dataset['state'] === 'failed') return;
    // An answer may come before the pictures' size is known: then nothing is drawn that a reader could work with.
    const settled = this.#width > 0 && this.#isSettled(state);
    root.dataset['state'] = settled ? 'ready' : this.#longWork?.held ? 'stopped' : 'busy';
    if (settled && this.#sayWhenReady) {
      this.#sayWhenReady = false;
      this.announce();
    }
  }

  /** Draws the lab: without its overlays where it can't be drawn with them, as they come from whatever record a reader has chosen. */
  #drawPlan(state: Readonly<S>): void {
    const draw = () => {
      this.#plan.draw(state, this.#width);
      showOverlayWords(this.parts.root, this.#overlayWords(state));
    };
    try {
      draw();
    } catch (problem) {
      if (this.#overlays.length === 0) throw problem;
      this.#undrawn = this.#overlays.map(undrawnWords);
      this.#overlays = [];
      draw();
    }
  }

  /** Says the result in words, once it is there. */
  announce(): void {
    const { state } = this;
    if (this.#isSettled(state)) this.#say([this.#plan.sentence(state), ...this.#overlayWords(state)].join(' '));
    else this.#sayWhenReady = true;
  }

  #overlayWords = (state: Readonly<S>): readonly string[] =>
    this.#overlays.length === 0 ? this.#undrawn : (this.#plan.overlayWords?.(state) ?? []);

  readonly showTrouble = (words: string): void => this.#notices.showTrouble(words);

  #downloadCsv(): void {
    const { name, header = HEADER, rows } = this.#plan.csv(this.state);
    const whole = this.#isSettled(this.state);
    download(`${name}${whole ? '' : '-partial'}.csv`, toCsv(header, rows));
  }
}
