/** The view of one placement at work: it plays items into servers, steps, and draws what moves. */
import { watchVisibility, prefersReducedMotion } from '@/kit/lab/motion';
import type { Markup } from '@/kit/lab/markup';
import { Playback } from '@/kit/lab/playback';
import { formatInteger } from '@/kit/lab/state';
import { setMarkup } from '@/kit/set-markup';
import { barHeights, LoadTrack, PACES } from './pictures';
import {
  barNumbers,
  barPaths,
  drawPlacement,
  fallingPath,
  highestLoad,
  layoutPlacement,
  panelCaption,
  panelFacts,
  type Falling,
  type PlacementLayout,
  type PlacementPanel,
} from './placement-view';
import { strategyLabel, type LabState } from './state';
import type { Traces } from './tasks';

/** How long an item takes to fall, in seconds, and how many are drawn falling at once. */
const FALL_SECONDS = 0.28;
const MOST_FALLING = 90;

export class PlacementStage {
  readonly #parts: Markup;
  /** The state, if it is this view's turn and what is loaded answers it. */
  readonly #playable: () => Readonly<LabState> | null;
  readonly #playback = new Playback((position, playing) => this.#onPlayhead(position, playing));
  #tracks: LoadTrack[] = [];
  /** Where the picture is, and the parts of it that move. */
  #layout: PlacementLayout | null = null;
  /** What was drawn last. */
  #drawn: readonly unknown[] = [];
  #moving = new Map<string, Element>();
  /** Whether what is drawn is a moment of a play: it moves, and is not read. */
  #moves = false;
  /** The fullest server of the finished placements: the picture's scale holds still while they fill. */
  #largest = 0;
  #wantsPlay = false;

  constructor(parts: Markup, playable: () => Readonly<LabState> | null) {
    this.#parts = parts;
    this.#playable = playable;
  }

  get layout(): PlacementLayout | null {
    return this.#layout;
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
    this.#parts.part('pace').addEventListener('change', () => this.#playback.setPace(this.#pace));
    watchVisibility(this.#parts.part('picture', 'one'), (visible) => this.#playback.setVisible(visible));
  }

  /** Plays what is loaded next, unless the reader asks for less motion. */
  playNext(): void {
    this.#wantsPlay = !prefersReducedMotion();
  }

  load({ servers, loads, checkpoints }: Traces, { items, capacity }: Readonly<LabState>): void {
    // What is drawn is not theirs.
    this.#layout = null;
    // What plays stops where it is: the new placements are not to be counted up to there.
    this.#playback.pause();
    this.#tracks = servers.map((trace, index) => new LoadTrack(trace, loads[index]!, checkpoints[index]!));
    this.#largest = Math.max(...loads.map((each) => panelFacts(each, capacity).largest));
    this.#playback.load(items, items);
    this.#playback.setPace(this.#pace);
    if (this.#wantsPlay) this.#playback.play();
    this.#wantsPlay = false;
  }

  /** Draws the whole picture, unless it is there. `highest`: the top of the scale, where it must not move. */
  draw(state: Readonly<LabState>, size: { width: number; height: number }, highest?: number): PlacementLayout {
    const top = highest ?? highestLoad(this.#largest, state.capacity);
    const wanted = [state, size.width, size.height, top];
    if (this.#layout && wanted.every((each, index) => each === this.#drawn[index])) return this.#layout;
    this.#drawn = wanted;
    const panels = this.panels(state);
    const layout = layoutPlacement(size, { servers: state.servers, panels: panels.length, highest: top });
    this.#layout = layout;
    this.#paint(state, layout, panels);
    return layout;
  }

  #paint(state: Readonly<LabState>, layout: PlacementLayout, panels: readonly PlacementPanel[]): void {
    this.#moves = this.#playback.playing;
    const picture = this.#parts.part('picture', 'one');
    setMarkup(
      picture,
      drawPlacement(panels, state.capacity, layout, {
        name: this.#nameOf(state, panels),
        id: 'mt-lb-live',
        moves: this.#moves,
      }),
    );
    this.#moving = new Map(
      [...picture.querySelectorAll('[data-part]')].map((part) => [part.getAttribute('data-part') ?? '', part]),
    );
  }

  /** The strategies side by side as they stand at the playhead; none before they are loaded. */
  panels(state: Readonly<LabState>): PlacementPanel[] {
    const position = Math.floor(this.#playback.position);
    const strategies = [state.strategy, state.against];
    return this.#tracks.map((track, index) => ({
      title: strategyLabel(strategies[index] ?? state.strategy, state.choices),
      loads: track.at(position),
    }));
  }

  #nameOf({ capacity }: Readonly<LabState>, panels: readonly PlacementPanel[]): string {
    const placed = `${formatInteger(Math.floor(this.#playback.position))} items placed`;
    const each = panels.map(({ title, loads }) => `${title}: ${panelCaption(panelFacts(loads, capacity))}`);
    return `${placed}. ${each.join('. ')}.`;
  }

  /** Moves what moves; everything else in the picture stays as it was drawn. */
  #paintFrame(state: Readonly<LabState>): void {
    const layout = this.#layout;
    if (!layout) return;
    this.panels(state).forEach(({ loads }, panel) => {
      const heights = barHeights(loads, layout);
      const { within, beyond, flags } = barPaths(heights, state.capacity, layout, panel);
      this.#moving.get(`within${panel}`)?.setAttribute('d', within);
      this.#moving.get(`beyond${panel}`)?.setAttribute('d', beyond);
      this.#moving.get(`flags${panel}`)?.setAttribute('d', flags);
      const falling = this.#playback.playing ? this.#falling(this.#tracks[panel] as LoadTrack) : [];
      this.#moving.get(`falling${panel}`)?.setAttribute('d', fallingPath(falling, heights, layout, panel));
      const caption = this.#moving.get(`caption${panel}`);
      if (caption) caption.textContent = panelCaption(panelFacts(loads, state.capacity));
      const numbers = this.#moving.get(`numbers${panel}`);
      if (numbers) setMarkup(numbers, barNumbers(loads, state.capacity, layout, panel));
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

  #step(by: number): void {
    this.#playback.pause();
    this.#playback.seek(Math.floor(this.#playback.position) + by);
  }

  /** Items a second. */
  get #pace(): number {
    const pace = PACES.find(({ id }) => id === this.#parts.part<HTMLSelectElement>('pace').value) ?? PACES[1];
    return 'seconds' in pace ? this.#playback.length / pace.seconds : pace.itemsPerSecond;
  }

  #onPlayhead(position: number, playing: boolean): void {
    const { length } = this.#playback;
    const placed = Math.floor(position);
    const scrub = this.#parts.part<HTMLInputElement>('scrub');
    scrub.max = String(length);
    scrub.value = String(placed);
    const words = `${formatInteger(placed)} of ${formatInteger(length)}`;
    scrub.setAttribute('aria-valuetext', `${words} items placed`);
    this.#parts.part('position').textContent = words;
    this.#parts.part('act', 'play').toggleAttribute('data-playing', playing);
    const word = playing ? 'Pause' : placed >= length ? 'Replay' : 'Play';
    const label = this.#parts.part('play-word');
    if (label.textContent !== word) label.textContent = word;
    const state = this.#playable();
    if (!state) return;
    // Where it rests, its bars and its name say what stands there.
    if (this.#layout && !(playing && this.#moves)) this.#paint(state, this.#layout, this.panels(state));
    if (playing) this.#paintFrame(state);
  }
}
