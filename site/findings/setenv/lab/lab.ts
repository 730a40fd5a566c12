/** Mounts the setenv lab. The worker plays and searches; this draws, listens and keeps the address in step. */
import { showFigures } from '@/kit/lab/figures';
import { LabFrame } from '@/kit/lab/frame';
import { prefersReducedMotion } from '@/kit/lab/motion';
import { Player } from '@/kit/lab/player';
import { Question } from '@/kit/lab/question';
import type { LabOverlay } from '@/kit/lab/overlay';
import { setMarkup } from '@/kit/set-markup';
import type { LibraryName } from '@/wasm-pkg/setenv/models.js';
import workerUrl from '../worker.ts?worker&url';
import { attachChoices, showChoices, unfoldChoices } from './choices';
import { drawColumn } from './columns-view';
import { drawRows } from './counts-view';
import { CSV_HEADER, csvRows } from './csv';
import { assumption, figures, headline, rowOf, besideWords } from './figures';
import { knownOf, besideOf, type MeasuredShare } from './measured';
import { layoutMemory, MEMORY_HEIGHTS, NARROW } from './memory-layout';
import { drawMemory } from './memory-view';
import { drawMemoryWords } from './memory-words';
import { THREADS, type Snapshot, type ThreadNumber } from './run';
import { drawOrder } from './order-view';
import { announcement, snapshotSentence } from './sentences';
import {
  AFRESH,
  KEYS,
  PACES,
  positionOf,
  PRESETS,
  programsOf,
  questionOf,
  schema,
  TELLING,
  type LabState,
} from './state';
import type { LabTasks, Played, Row } from './tasks';

export const attach = (root: HTMLElement): Promise<void> => new SetenvLab(root).mount();

const DIGITS = ['1', '2'] as const;
/** True for a field in which a digit that is typed has a meaning of its own. */
const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'text');

class SetenvLab {
  readonly #frame: LabFrame<LabState, LabTasks>;
  readonly #played: Question<LabState, LabTasks, 'play'>;
  readonly #counted: Question<LabState, LabTasks, 'count'>;
  readonly #player: Player;
  /** Steps of the run that are done. */
  #stands = 0;
  readonly #measured: readonly MeasuredShare[];
  /** True while the run is to be played as soon as it is there. */
  #playsNext = false;

  constructor(root: HTMLElement) {
    this.#measured = JSON.parse(root.dataset['measured'] ?? '[]') as MeasuredShare[];
    this.#frame = new LabFrame<LabState, LabTasks>(root, {
      schema,
      worker: workerUrl,
      presets: PRESETS,
      rulers: {},
      actions: {
        play: () => this.#play(),
        back: () => this.#go(-1),
        step: () => this.#go(1),
        find: () => this.#find(),
        'step-1': () => this.#step(0),
        'step-2': () => this.#step(1),
      },
      steps: () => this.#steps(),
      onFreshStart: () => this.#player.pause(),
      onChange: (state) => {
        showChoices(this.#frame.parts, state);
        this.#lock.checked = state.locking !== 'as-it-is';
        this.#ask(state);
      },
      draw: (state, width) => this.#draw(state, width),
      sentence: (state) => this.#sentence(state),
      overlayWords: (state) => besideWords(besideOf(this.#beside, state)),
      csv: (state) => ({
        name: 'setenv',
        header: CSV_HEADER,
        rows: this.#csvRows(state),
      }),
    });
    const { parts } = this.#frame;
    this.#played = this.#frame.question('play', KEYS.play);
    this.#counted = this.#frame.question('count', KEYS.count, { isTimed: false });
    this.#player = new Player(parts, (_, playing) => {
      const { at } = this.#player;
      if (at === this.#stands) return;
      this.#stands = at;
      this.#frame.change({ at }, playing ? 'live' : 'rest');
      this.#frame.announce();
    });
  }

  mount = (): Promise<void> => this.#frame.mount();

  *#steps(): Generator<() => void> {
    const { parts } = this.#frame;
    yield () => this.#player.attach(parts.find('.mt-lab-stages'));
    yield () => attachChoices(parts, (values) => this.#change(values));
    yield () => {
      parts.part('libraries').addEventListener('change', ({ target }) => {
        this.#change({ library: (target as HTMLInputElement).value as LibraryName, ...AFRESH });
      });
      const lock = this.#lock;
      lock.addEventListener('change', () => {
        this.#change({ locking: lock.checked ? 'until-copied' : 'as-it-is', ...AFRESH });
      });
      const scrub = this.#scrub;
      scrub.addEventListener('input', () => this.#change({ at: scrub.valueAsNumber }, 'live'));
      scrub.addEventListener('change', () => this.#change({ at: scrub.valueAsNumber }));
      parts.root.addEventListener('keydown', (event) => this.#onKey(event));
      unfoldChoices(parts, this.#frame.state);
    };
  }

  get #beside(): readonly LabOverlay<MeasuredShare[]>[] {
    return this.#frame.overlays as readonly LabOverlay<MeasuredShare[]>[];
  }

  get #lock(): HTMLInputElement {
    return this.#frame.parts.part<HTMLInputElement>('lock');
  }

  get #scrub(): HTMLInputElement {
    return this.#frame.parts.part<HTMLInputElement>('scrub');
  }

  /** Changes the state for the reader, and stops what plays. */
  #change(values: Partial<LabState>, phase: 'live' | 'rest' = 'rest'): void {
    this.#playsNext = false;
    this.#player.pause();
    this.#frame.change(values, phase);
  }

  #onKey(event: KeyboardEvent): void {
    const { key, target } = event;
    const thread = DIGITS.indexOf(key as '1');
    if (thread < 0 || event.ctrlKey || event.metaKey || event.altKey || isField(target)) return;
    event.preventDefault();
    this.#step(thread as ThreadNumber);
  }

  // Actions of the reader

  #step(thread: ThreadNumber): void {
    const { state } = this.#frame;
    const played = this.#played.current(state);
    if (!played) return;
    const at = positionOf(state, played);
    const snapshot = played.states[at] as Snapshot;
    if (!snapshot.threads[thread].canStep) return;
    const digit = DIGITS[thread];
    // The order that is there goes on like this: it stays, to be gone through further.
    if (played.schedule[at] === digit) this.#change({ at: at + 1 });
    else this.#change({ steps: played.schedule.slice(0, at) + digit, at: TELLING });
  }

  #go(by: 1 | -1): void {
    const { state } = this.#frame;
    const played = this.#played.current(state);
    if (!played) return;
    const at = positionOf(state, played) + by;
    if (at >= 0 && at <= played.schedule.length) this.#change({ at });
  }

  #play(): void {
    if (this.#player.playing) return this.#player.pause();
    const { state } = this.#frame;
    const played = this.#played.current(state);
    if (!played) return;
    // Whoever asks for less motion gets the next step.
    if (prefersReducedMotion()) {
      if (positionOf(state, played) >= played.schedule.length) this.#change({ at: 0 });
      else this.#go(1);
      return;
    }
    if (positionOf(state, played) >= played.schedule.length) this.#change({ at: 0 });
    this.#playsNext = true;
    this.#frame.redraw();
  }

  #find(): void {
    const rows = this.#counted.current(this.#frame.state);
    const fails = rows !== null && rowOf(rows, this.#frame.state).failing > 0n;
    this.#change(fails ? { steps: '', at: 0 } : AFRESH);
    this.#playsNext = fails && !prefersReducedMotion();
    this.#frame.announce();
  }

  // Asking

  #ask(state: Readonly<LabState>): void {
    this.#played.ask(state, { ...questionOf(state), order: state.steps }, (played) => this.#correct(state, played));
    this.#counted.ask(state, { ...programsOf(state), locking: state.locking });
  }

  /** Steps that nobody can take, and a place beyond the last of them, can only come with an address. */
  #correct(asked: Readonly<LabState>, { schedule }: Played): void {
    if (asked.steps !== '' && schedule !== asked.steps) {
      this.#note(
        'steps',
        `The address says steps = “${asked.steps}”, which has steps that cannot be taken; “${schedule}” is used instead.`,
      );
      this.#frame.change({ steps: schedule, at: Math.min(asked.at, schedule.length) }, 'live');
    } else if (asked.at > schedule.length) {
      this.#note(
        'at',
        `The address says at = “${asked.at}”, which is beyond the last step; ${schedule.length} is used instead.`,
      );
      this.#frame.change({ at: schedule.length }, 'live');
    }
  }

  #note(parameter: string, message: string): void {
    const notes = this.#frame.parts.part('notes');
    const line = document.createElement('p');
    line.dataset['note'] = parameter;
    line.textContent = message;
    notes.append(line);
    notes.hidden = false;
  }

  #csvRows(state: Readonly<LabState>) {
    const rows = this.#counted.current(state);
    const shown = rows ? figures(rowOf(rows, state), knownOf(this.#measured, state)) : [];
    return csvRows(state, this.#played.current(state), rows, shown);
  }

  // Drawing

  #sentence(state: Readonly<LabState>): string {
    const played = this.#played.current(state);
    const rows = this.#counted.current(state);
    if (!played || !rows) return '';
    const at = positionOf(state, played);
    const found = state.steps === '' && state.at === TELLING ? `${headline(rowOf(rows, state))} ` : '';
    return found + announcement(state, played, at);
  }

  #draw(state: Readonly<LabState>, width: number): void {
    const rows = this.#counted.current(state);
    if (rows) this.#drawCounts(state, rows);
    const played = this.#played.current(state);
    if (played) this.#drawRun(state, played, width);
  }

  #drawCounts(state: Readonly<LabState>, rows: readonly Row[]): void {
    const { parts } = this.#frame;
    const [row, known] = [rowOf(rows, state), knownOf(this.#measured, state)];
    this.#drawRows(drawRows(rows, state, this.#measured, this.#beside));
    parts.part('headline').textContent = headline(row);
    parts.part('assumption').textContent = assumption(known);
    showFigures(parts, figures(row, known));
  }

  /** Anew only where it changes: a step does not. */
  #drawRows(drawn: string): void {
    const table = this.#frame.parts.part('libraries');
    const hadFocus = table.contains(document.activeElement);
    if (this.#frame.parts.put('libraries', drawn) && hadFocus)
      table.querySelector<HTMLInputElement>('input:checked')?.focus();
  }

  #drawRun(state: Readonly<LabState>, played: Played, width: number): void {
    const { parts } = this.#frame;
    const at = positionOf(state, played);
    const snapshot = played.states[at] as Snapshot;
    for (const thread of THREADS) this.#drawThread(state, played, at, thread);
    setMarkup(parts.part('memory-words'), drawMemoryWords(snapshot));
    const sentence = snapshotSentence(state, played, at);
    const said = parts.part('moment');
    said.textContent = sentence;
    said.dataset['outcome'] = snapshot.outcome ?? 'goes-on';
    parts.part('count').textContent = `step ${at} of ${played.schedule.length}`;
    this.#scrub.max = String(played.schedule.length);
    this.#scrub.value = String(at);
    this.#scrub.setAttribute('aria-valuetext', announcement(state, played, at));
    this.#stand(played.schedule.length, at, PACES[state.pace]);
    if (width > 0) this.#drawPictures(played, at, width);
    if (!this.#playsNext) return;
    this.#playsNext = false;
    this.#player.play();
  }

  /** Has the player stand where the state says, in a run of so many steps. */
  #stand(length: number, at: number, pace: number): void {
    this.#stands = at;
    this.#player.setPace(pace);
    if (this.#player.length !== length || this.#player.at !== at) this.#player.load(length, at);
  }

  #drawThread(state: Readonly<LabState>, played: Played, at: number, thread: ThreadNumber): void {
    const { parts } = this.#frame;
    const column = parts.part('steps', String(thread));
    setMarkup(column, drawColumn(state, played, at, thread));
    const coming = column.querySelector<HTMLElement>('[data-step="next"], [data-step="waits"]');
    const here = coming ?? (column.lastElementChild as HTMLElement | null);
    if (here) column.scrollTop = here.offsetTop + (coming ? 0 : here.offsetHeight) - column.clientHeight * 0.6;
    const { canStep } = (played.states[at] as Snapshot).threads[thread];
    parts.part('act', `step-${thread + 1}`).setAttribute('aria-disabled', String(!canStep));
  }

  #drawPictures(played: Played, at: number, width: number): void {
    const { parts } = this.#frame;
    const memory = parts.part('picture', 'memory');
    const height = width < NARROW ? MEMORY_HEIGHTS.narrow : MEMORY_HEIGHTS.wide;
    const layout = layoutMemory({ width: memory.clientWidth, height }, played, at);
    setMarkup(memory, drawMemory(played, at, layout));
    setMarkup(parts.part('picture', 'order'), drawOrder(played, at, width));
  }
}
