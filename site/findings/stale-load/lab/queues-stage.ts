/** The queues at work: they play, step by step or by the playhead, and draw what moves. */
import { prefersReducedMotion, watchVisibility } from '@/kit/lab/motion';
import type { Markup } from '@/kit/lab/markup';
import { Playback } from '@/kit/lab/playback';
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
import { queuesSize } from './sizes';
import { rowsOf, type LabState } from './state';
import type { Queues } from './tasks';

/** All moments are played in so many seconds. */
const SECONDS = 12;

export class QueuesStage {
  readonly #parts: Markup;
  readonly #playback = new Playback((position, playing) => this.#onPlayhead(position, playing));
  #shown: { state: Readonly<LabState>; queues: Queues } | null = null;
  #layout: Layout | null = null;
  /** The parts of the picture that move. */
  #moving = new Map<string, Element>();
  /** Whether what is drawn is a moment of a play: it moves, and is not read. */
  #moves = false;
  #wantsPlay = false;

  constructor(parts: Markup) {
    this.#parts = parts;
  }

  readonly actions: Readonly<Record<string, () => void>> = {
    play: () => (this.#playback.playing ? this.#playback.pause() : this.#playback.play()),
    back: () => this.#step(-1),
    step: () => this.#step(1),
  };

  attach(): void {
    const scrub = this.#parts.part<HTMLInputElement>('scrub');
    scrub.addEventListener('input', () => {
      // Pausing shows where the playhead stood, in this very control.
      const wanted = scrub.valueAsNumber;
      this.#playback.pause();
      this.#playback.seek(wanted);
    });
    watchVisibility(this.#parts.part('picture', 'queues'), (visible) => this.#playback.setVisible(visible));
    this.#playback.setPace(LAST / SECONDS);
  }

  /** Plays what is loaded next, unless the reader asks for less motion. */
  playNext(): void {
    this.#wantsPlay = !prefersReducedMotion();
  }

  load(state: Readonly<LabState>, queues: Queues): void {
    this.#playback.pause();
    this.#shown = { state, queues };
    this.#layout = null;
    this.#playback.load(LAST, LAST);
    if (this.#wantsPlay) this.#playback.play();
    this.#wantsPlay = false;
  }

  /** Draws the whole picture, unless it is there. */
  draw(width: number): void {
    if (!this.#shown || this.#layout?.width === width) return;
    const { state, queues } = this.#shown;
    const rows = this.rows();
    const { servers } = state;
    this.#layout = layoutQueues(queuesSize(width), { servers, rows: rows.length, longest: longestOf(queues) });
    this.#paint(rows, this.#layout);
  }

  #paint(rows: readonly RowShown[], layout: Layout): void {
    this.#moves = this.#playback.playing;
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
    return rowsAt(queues, names, state.servers, Math.floor(this.#playback.position));
  }

  #step(by: number): void {
    this.#playback.pause();
    this.#playback.seek(Math.floor(this.#playback.position) + by);
  }

  #onPlayhead(position: number, playing: boolean): void {
    if (!this.#shown) return;
    const moment = Math.floor(position);
    const scrub = this.#parts.part<HTMLInputElement>('scrub');
    scrub.value = String(moment);
    const words = positionWords(this.#shown.state, moment);
    scrub.setAttribute('aria-valuetext', words);
    this.#parts.part('position').textContent = words;
    this.#parts.part('act', 'play').toggleAttribute('data-playing', playing);
    const word = playing ? 'Pause' : moment >= LAST ? 'Replay' : 'Play';
    const label = this.#parts.part('play-word');
    if (label.textContent !== word) label.textContent = word;
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
