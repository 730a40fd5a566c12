/** Mounts the load-balancing lab. The worker simulates; this draws, listens and keeps the address in step. */
import { dragLine, type DragLine } from '@/kit/lab/drag';
import { onFirstSight } from '@/kit/lab/entrance';
import { showFigures } from '@/kit/lab/figures';
import { LabFrame } from '@/kit/lab/frame';
import { prefersReducedMotion } from '@/kit/lab/motion';
import { Player } from '@/kit/lab/player';
import type { Question } from '@/kit/lab/question';
import { pictureSize } from '@/kit/lab/sizes';
import { setMarkup } from '@/kit/set-markup';
import type { StrategyName } from '@/wasm-pkg/load-balancing/models.js';
import workerUrl from '../worker.ts?worker&url';
import { CSV_HEADER, csvRows } from './csv';
import { answerOf, measuredRounds, resultSentence, shownRounds, type Shown } from './figures';
import { countOf, type Measured } from './rounds';
import { HEIGHTS, drawRound, layoutStacks, loadToY, yToLoad, type StacksLayout } from './stacks-view';
import { RULERS, limitAt, limitOf, schema, type LabState } from './state';
import type { LabTasks } from './tasks';

/** How long a round takes to play, in seconds: slower than it was. */
const PLAY_SECONDS = 4;

export const attach = (root: HTMLElement): Promise<void> => new LoadBalancingLab(root).mount();

class LoadBalancingLab {
  readonly #frame: LabFrame<LabState, LabTasks>;
  readonly #rounds: Question<LabState, LabTasks, 'rounds'>;
  readonly #placed: Question<LabState, LabTasks, 'placed'>;
  readonly #chance: Question<LabState, LabTasks, 'chance'>;
  readonly #player: Player;
  readonly #limit: DragLine;
  readonly #measured: Measured | null;
  #layout: StacksLayout | null = null;
  /** While the limit is dragged, the scale that it lies on stays put. */
  #isDragging = false;
  /** Identifies the moments that play: others start again. */
  #playing = '';
  #shown: Shown | null = null;

  constructor(root: HTMLElement) {
    this.#measured = JSON.parse(root.dataset['measured'] ?? 'null') as Measured | null;
    this.#frame = new LabFrame<LabState, LabTasks>(root, {
      schema,
      worker: workerUrl,
      presets: [],
      rulers: RULERS,
      actions: { play: () => this.#player.toggle() },
      steps: () => this.#steps(),
      onChange: (state) => this.#onChange(state),
      draw: (state, width) => this.#draw(state, width),
      isSettled: (state) => this.#shownOf(state) !== null,
      sentence: (state) => {
        const shown = this.#shownOf(state);
        return shown ? resultSentence(state, shown, this.#measured) : '';
      },
      csv: (state) => ({
        name: `load-balancing-${state.view}`,
        header: CSV_HEADER,
        rows: csvRows(state, this.#shownOf(state), this.#measured),
      }),
    });
    const { parts } = this.#frame;
    this.#rounds = this.#frame.question('rounds', ['failing', 'seed']);
    this.#placed = this.#frame.question('placed', ['items', 'servers', 'strategy', 'seed']);
    this.#chance = this.#frame.question('chance', ['items', 'servers', 'strategy', 'seed', 'capacity']);
    this.#player = new Player(parts, () => this.#paint(), 'Replay');
    this.#limit = dragLine(parts.part('handle', 'limit'), 'y', (y, phase) => {
      this.#isDragging = phase === 'live';
      if (this.#layout) this.#frame.change(limitAt(this.#frame.state, yToLoad(this.#layout, y)), phase);
    });
  }

  mount = (): Promise<void> => this.#frame.mount();

  *#steps(): Generator<() => void> {
    const { parts } = this.#frame;
    yield () => {
      for (const radio of parts.all<HTMLInputElement>('[data-strategy]'))
        radio.addEventListener('change', () => this.#frame.change({ strategy: radio.value as StrategyName }, 'rest'));
    };
    yield () => {
      const picture = parts.part('picture', 'stacks');
      this.#player.attach(picture, parts.part<HTMLInputElement>('scrub'));
      onFirstSight(parts.root, picture, () => this.#replay());
    };
  }

  #onChange(state: Readonly<LabState>): void {
    for (const radio of this.#frame.parts.all<HTMLInputElement>('[data-strategy]'))
      radio.checked = radio.value === state.strategy;
    if (state.view === 'placements') {
      this.#placed.ask(state, state);
      this.#chance.ask(state, state);
    } else if (!measuredRounds(state, this.#measured)) this.#rounds.ask(state, state);
  }

  #shownOf(state: Readonly<LabState>): Shown | null {
    if (state.view === 'placements') {
      const [moments, chance] = [this.#placed.current(state), this.#chance.current(state)];
      return moments && chance ? { moments, all: [moments], kind: 'live', chance } : null;
    }
    const known = measuredRounds(state, this.#measured);
    if (known) return shownRounds(known, state, 'measured');
    const rounds = this.#rounds.current(state);
    return rounds && shownRounds(rounds, state, 'live');
  }

  #replay(): void {
    this.#player.seek(0);
    this.#player.play();
  }

  #draw(state: Readonly<LabState>, width: number): void {
    const shown = this.#shownOf(state);
    if (!shown) return;
    this.#shown = shown;
    const answer = answerOf(state, shown, this.#measured);
    const { parts } = this.#frame;
    showFigures(parts, [answer]);
    parts.part('figure', 'answer').dataset['kind'] = answer.kind;
    parts.say('words', answer.words);
    if (width === 0) return;
    if (!this.#isDragging) this.#layout = layoutStacks(pictureSize(width, HEIGHTS), state, shown);
    this.#load(state, shown);
    const { left, right } = this.#layout!;
    this.#limit.showAt({ left, top: loadToY(this.#layout!, limitOf(state)), length: right + 34 - left });
  }

  /** Other moments play from the first one on, where motion is welcome; the lab’s first stand at their end. */
  #load({ view, strategy, failing, servers, items, seed }: Readonly<LabState>, { moments }: Shown): void {
    const now = [view, strategy, failing, seed, ...(view === 'placements' ? [servers, items] : [])].join();
    if (now === this.#playing) return this.#paint();
    const isFirst = this.#playing === '';
    this.#playing = now;
    const count = countOf(moments);
    this.#frame.parts.part<HTMLInputElement>('scrub').max = String(count);
    this.#player.setPace(count / PLAY_SECONDS);
    this.#player.load(count, count);
    if (!isFirst && !prefersReducedMotion()) this.#replay();
  }

  #paint(): void {
    const scrub = this.#frame.parts.part<HTMLInputElement>('scrub');
    const { at, length, playing } = this.#player;
    scrub.value = String(at);
    scrub.setAttribute('aria-valuetext', `${at} of ${length} moments`);
    if (!this.#shown || !this.#layout || length === 0) return;
    const moment = Math.min(at, length - 1);
    const picture = drawRound(this.#layout, this.#frame.state, this.#shown, moment, playing);
    setMarkup(this.#frame.parts.part('picture', 'stacks'), picture);
  }
}
