/** The queues at work: they play, step by step or by the playhead, and draw what moves. */
import { prefersReducedMotion } from '@/kit/lab/motion';
import type { Parts } from '@/kit/lab/parts';
import { Player } from '@/kit/lab/player';
import { pictureSize } from '@/kit/lab/sizes';
import { setMarkup } from '@/kit/set-markup';
import {
  caption,
  drawQueues,
  knownPath,
  LAST,
  layoutQueues,
  longestOf,
  pictureName,
  positionWords,
  requestsPath,
  rowsAt,
  type Layout,
  type RowShown,
} from './queues-view';
import { rowsOf, type LabState } from './state';
import type { Queues } from './tasks';

/** All moments are played in so many seconds. */
const SECONDS = 12;

export class QueuesStage {
  readonly #parts: Parts;
  readonly #player: Player;
  #shown: { state: Readonly<LabState>; queues: Queues } | null = null;
  #layout: Layout | null = null;
  /** The parts of the picture that move. */
  #moving = new Map<string, Element>();
  /** Whether what is drawn is a moment of a play: it moves, and is not read. */
  #moves = false;
  #wantsPlay = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#player = new Player(parts, (position, playing) => this.#onPlayhead(position, playing), 'Replay');
    this.actions = this.#player.actions;
  }

  readonly actions: Player['actions'];

  attach(): void {
    this.#player.attach(this.#parts.part('picture', 'queues'), this.#parts.part<HTMLInputElement>('scrub'));
    this.#player.setPace(LAST / SECONDS);
  }

  /** Plays what is loaded next, unless the reader asks for less motion. */
  playNext(): void {
    this.#wantsPlay = !prefersReducedMotion();
  }

  load(state: Readonly<LabState>, queues: Queues): void {
    this.#player.pause();
    this.#shown = { state, queues };
    this.#layout = null;
    this.#player.load(LAST, LAST);
    if (this.#wantsPlay) this.#player.play();
    this.#wantsPlay = false;
  }

  /** Draws the whole picture, unless it is there. */
  draw(width: number): void {
    if (!this.#shown || this.#layout?.width === width) return;
    const { state, queues } = this.#shown;
    const rows = this.rows();
    const { servers } = state;
    this.#layout = layoutQueues(pictureSize(width), { servers, rows: rows.length, longest: longestOf(queues) });
    this.#paint(rows, this.#layout);
  }

  #paint(rows: readonly RowShown[], layout: Layout): void {
    this.#moves = this.#player.playing;
    const picture = this.#parts.part('picture', 'queues');
    setMarkup(picture, drawQueues(rows, layout, pictureName(rows), this.#moves));
    this.#moving = new Map(
      [...picture.querySelectorAll('[data-part]')].map((part) => [part.getAttribute('data-part') ?? '', part]),
    );
  }

  /** The rows as they stand at the playhead; none before there are any. */
  rows(): RowShown[] {
    if (!this.#shown) return [];
    const { state, queues } = this.#shown;
    const names = rowsOf(state).map(({ name }) => name);
    return rowsAt(queues, names, state.servers, this.#player.at);
  }

  #onPlayhead(position: number, playing: boolean): void {
    if (!this.#shown) return;
    const moment = Math.floor(position);
    const scrub = this.#parts.part<HTMLInputElement>('scrub');
    scrub.value = String(moment);
    const words = positionWords(this.#shown.state, moment);
    scrub.setAttribute('aria-valuetext', words);
    this.#parts.part('position').textContent = words;
    const layout = this.#layout;
    if (!layout) return;
    const rows = this.rows();
    // Where it rests, its queues and its name say what stands there.
    if (!playing || !this.#moves) return this.#paint(rows, layout);
    rows.forEach(({ lengths, known }, row) => {
      this.#moving.get(`requests${row}`)?.setAttribute('d', requestsPath(lengths, layout, row));
      this.#moving.get(`known${row}`)?.setAttribute('d', knownPath(known, layout, row));
      const words = this.#moving.get(`caption${row}`);
      if (words) words.textContent = caption(lengths, layout.width);
    });
  }
}
