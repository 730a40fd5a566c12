import { toCsv, type Cell } from '@/kit/record/csv';
import { bindAddress, type AddressedState } from './address';
import { announcer } from './announce';
import { commonChange, Controls, type ControlsPlan } from './controls';
import { copyLink } from './copy-link';
import { download } from './download';
import type { LongWorkNotice } from './long-work';
import { nextTask } from './motion';
import { Notices } from './notices';
import { Markup } from './markup';
import type { Note } from './state';
import { UpdateTimer } from './timing';
import { WorkerClient, type LongWork, type TaskList } from './worker-client';
import { BESIDE_CHANGED, besideOn, showBeside, type Beside } from './beside';

/** What a lab brings of its own. */
export interface LabPlan<S extends object> extends ControlsPlan<S> {
  createWorker: () => Worker;
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
  /** Whether everything shown answers this state. */
  isSettled: (state: Readonly<S>) => boolean;
  /** The result in words. */
  sentence: (state: Readonly<S>) => string;
  /** What was measured on a machine that is laid beside, in sentences; for a lab that shows measured points. */
  besideWords?: (state: Readonly<S>) => readonly string[];
  /** What is shown: the file's name without its ending, and its columns. */
  csv: (state: Readonly<S>) => { name: string; header: readonly string[]; rows: readonly (readonly Cell[])[] };
}

/**
 * What every lab does: it keeps its state in the address and its controls in step with it, looks after its worker, draws
 * once a frame at most, says the result in words, and hands out links and files.
 */
export class LabFrame<S extends object, Tasks extends TaskList> {
  readonly parts: Markup;
  readonly worker: WorkerClient<Tasks>;
  readonly timer = new UpdateTimer();
  readonly #plan: LabPlan<S>;
  readonly #controls: Controls<S>;
  readonly #notices: Notices;
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
  #beside: readonly Beside[] = [];

  constructor(root: HTMLElement, plan: LabPlan<S>) {
    this.parts = new Markup(root);
    this.#plan = plan;
    this.#notices = new Notices(this.parts);
    this.#say = announcer(this.parts.part('live'));
    this.#controls = new Controls(
      this.parts,
      plan,
      () => this.state,
      (values, phase) => this.change(values, phase),
    );
    this.worker = new WorkerClient<Tasks>(plan.createWorker, {
      onHealth: (health, reason) => this.#notices.showHealth(health, reason),
      onLongWork: (work) => {
        this.#longWork = work;
        if (work && !this.#longWorkNotice) this.#fetchLongWorkNotice();
        this.redraw();
      },
    });
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
      // It is tried again as soon as there is more to tell.
      () => {},
    );
  }

  /** Makes the controls work: in a task for each step, so that a slow phone can answer its reader in between. */
  async mount(): Promise<void> {
    this.#beside = besideOn(this.parts.root);
    for (const step of this.#steps()) {
      step();
      await nextTask();
    }
  }

  *#steps(): Generator<() => void> {
    yield () => this.worker.warmUp();
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
      root.addEventListener(BESIDE_CHANGED, () => {
        this.#beside = besideOn(root);
        this.redraw();
      });
      // It may have changed since the beginning.
      this.#beside = besideOn(root);
    };
    if (this.#plan.steps) yield* this.#plan.steps();
    yield () => {
      new ResizeObserver(([entry]) => {
        const width = Math.round(entry?.contentRect.width ?? 0);
        if (width === this.#width || width === 0) return;
        this.#width = width;
        this.redraw();
      }).observe(this.parts.find('.mt-lab-stages'));
      this.#controls.enable();
    };
  }

  get state(): Readonly<S> {
    return this.#address.state;
  }

  /** What the lab takes of a machine that is laid beside: see its `beside.ts`. */
  get beside(): readonly Beside[] {
    return this.#beside;
  }

  get width(): number {
    return this.#width;
  }

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
      retry: () => this.worker.retry(),
    };
    for (const button of this.parts.all<HTMLButtonElement>('[data-act]')) {
      const action = actions[button.dataset['act'] ?? ''];
      if (action) button.addEventListener('click', action);
    }
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
    this.#plan.draw(state, this.#width);
    showBeside(root, this.#besideWords(state));
    // It tells which of what is drawn by now answers the state.
    const words = this.#longWorkNotice?.show(this.#longWork);
    if (words) this.#say(words);
    if (root.dataset['state'] === 'failed') return;
    // An answer may come before the pictures' size is known: then nothing is drawn that a reader could work with.
    const settled = this.#width > 0 && this.#plan.isSettled(state);
    root.dataset['state'] = settled ? 'ready' : this.#longWork?.held ? 'stopped' : 'busy';
    if (settled && this.#sayWhenReady) {
      this.#sayWhenReady = false;
      this.announce();
    }
  }

  /** Says the result in words, once it is there. */
  announce(): void {
    const { state } = this;
    if (this.#plan.isSettled(state)) this.#say([this.#plan.sentence(state), ...this.#besideWords(state)].join(' '));
    else this.#sayWhenReady = true;
  }

  #besideWords = (state: Readonly<S>): readonly string[] =>
    this.#beside.length === 0 ? [] : (this.#plan.besideWords?.(state) ?? []);

  readonly showTrouble = (words: string): void => this.#notices.showTrouble(words);

  #downloadCsv(): void {
    const { name, header, rows } = this.#plan.csv(this.state);
    const whole = this.#plan.isSettled(this.state);
    download(`${name}${whole ? '' : '-partial'}.csv`, toCsv(header, rows));
  }
}
