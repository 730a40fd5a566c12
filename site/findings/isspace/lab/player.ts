/** Goes through the parsers' steps: forward, back, by the scrubber, or playing. */
import { prefersReducedMotion } from '@/kit/lab/motion';
import type { Parts } from '@/kit/lab/parts';
import { Player } from '@/kit/lab/player';
import type { Comparison } from './tasks';
import { stepSentence, stepsAt, stepsOf } from './words';

const STEPS_PER_SECOND = 4;

export class StepPlayer {
  readonly #parts: Parts;
  readonly #change: (step: number, phase: 'live' | 'rest') => void;
  readonly #player: Player;
  readonly #scrub: HTMLInputElement;
  /** The steps that are shown, and how many there are. */
  #at = 0;
  #all = 0;
  #wasPlaying = false;

  /** `change` puts a number of steps into the state. */
  constructor(parts: Parts, change: (step: number, phase: 'live' | 'rest') => void) {
    this.#parts = parts;
    this.#change = change;
    this.#scrub = parts.part<HTMLInputElement>('scrub');
    this.#player = new Player(parts, (_, playing) => this.#moved(playing));
    this.#player.setPace(STEPS_PER_SECOND);
  }

  attach(): void {
    this.#scrub.addEventListener('input', () => this.#goTo(this.#scrub.valueAsNumber, 'live'));
    this.#scrub.addEventListener('change', () => this.#goTo(this.#scrub.valueAsNumber, 'rest'));
    this.#player.attach(this.#parts.part('tape'));
  }

  pause(): void {
    this.#player.pause();
  }

  step(by: 1 | -1): void {
    this.#goTo(this.#at + by, 'rest');
  }

  play(): void {
    if (this.#player.playing) return this.pause();
    const from = this.#at >= this.#all ? 0 : this.#at;
    // Whoever asks for less motion gets one step at a time.
    if (prefersReducedMotion()) return this.#goTo(from === 0 && this.#at > 0 ? 0 : from + 1, 'rest');
    if (from !== this.#at) this.#change(from, 'live');
    this.#player.load(this.#all, from);
    this.#player.play();
  }

  /** Shows where the parsers stand. */
  show(compared: Comparison, step: number): void {
    this.#all = stepsOf(compared);
    this.#at = stepsAt(compared, step);
    this.#scrub.max = String(this.#all);
    this.#scrub.value = String(this.#at);
    const said = stepSentence(compared.rule, this.#at);
    this.#scrub.setAttribute('aria-valuetext', `${this.#at} of ${this.#all}: ${said}`);
    this.#parts.part('count').textContent = `${this.#at} of ${this.#all} steps`;
  }

  #goTo(step: number, phase: 'live' | 'rest'): void {
    this.pause();
    this.#change(Math.min(this.#all, Math.max(0, step)), phase);
  }

  #moved(playing: boolean): void {
    const wasPlaying = this.#wasPlaying;
    this.#wasPlaying = playing;
    const step = this.#player.at;
    if (playing && step !== this.#at) this.#change(step, 'live');
    // The step that it stopped at gets an entry of its own in the history.
    if (wasPlaying && !playing) this.#change(step, 'rest');
  }
}
