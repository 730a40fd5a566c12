/** The signature that is dragged from one connection to the other; pressing it, or the place where it is to go, moves it as well. */
import type { Parts } from '@/kit/lab/parts';
import { prefersReducedMotion } from '@/kit/lab/motion';
import { otherThan } from './state';
import type { ConnectionName } from './tasks';

/** Moved by less, in pixels, it was pressed and not dragged. */
const STILL = 6;
/** How long it takes home once it is let go, in milliseconds. */
const GLIDE = 200;
const KEYS: Readonly<Record<string, ConnectionName>> = { ArrowLeft: 'first', ArrowRight: 'second' };

interface Point {
  x: number;
  y: number;
}

export class Pair {
  readonly #parts: Parts;
  readonly #onMove: (to: ConnectionName, phase: 'live' | 'rest') => void;
  #connection: ConnectionName = 'second';
  /** While it is held: where the pointer would be if it lay in its place, and where the pointer is. */
  #held: { home: Point; pointer: Point; from: ConnectionName; dragged: boolean } | null = null;

  constructor(parts: Parts, onMove: (to: ConnectionName, phase: 'live' | 'rest') => void) {
    this.#parts = parts;
    this.#onMove = onMove;
  }

  get #root(): HTMLElement {
    return this.#parts.part('pair');
  }

  get #chip(): HTMLElement {
    return this.#parts.part('chip');
  }

  attach(): void {
    const chip = this.#chip;
    for (const slot of this.#parts.all('[data-slot]')) {
      slot.addEventListener('click', () => {
        // The place is taken then, and gone.
        chip.focus({ preventScroll: true });
        this.#onMove(slot.dataset['slot'] as ConnectionName, 'rest');
      });
    }
    chip.addEventListener('keydown', (event) => {
      const to = KEYS[event.key];
      if (!to) return;
      event.preventDefault();
      if (to !== this.#connection) this.#onMove(to, 'rest');
    });
    let wasDragged = false;
    chip.addEventListener('click', ({ detail }) => {
      // What ends a drag is no press; a key's press has no clicks.
      if (!wasDragged || detail === 0) this.#onMove(otherThan(this.#connection), 'rest');
    });
    chip.addEventListener('pointerdown', ({ button, clientX: x, clientY: y, pointerId }) => {
      if (button !== 0) return;
      chip.setPointerCapture(pointerId);
      this.#held = { home: { x, y }, pointer: { x, y }, from: this.#connection, dragged: false };
    });
    chip.addEventListener('pointermove', (event) => this.#drag(event));
    const drop = (to: ConnectionName | undefined) => {
      const held = this.#held;
      this.#held = null;
      wasDragged = held?.dragged ?? false;
      if (!held?.dragged) return;
      const target = to ?? held.from;
      this.#onMove(target, 'rest');
      // What lies there already is not drawn again.
      if (target === this.#connection) this.show(target);
    };
    chip.addEventListener('pointerup', ({ clientX }) => drop(this.#under(clientX)));
    chip.addEventListener('pointercancel', () => drop(undefined));
  }

  /** Follows the pointer; the connection that it is over has its say at once. */
  #drag({ clientX: x, clientY: y }: PointerEvent): void {
    const held = this.#held;
    if (!held) return;
    held.pointer = { x, y };
    held.dragged ||= Math.hypot(x - held.home.x, y - held.home.y) > STILL;
    if (!held.dragged) return;
    this.#follow(held);
    const over = this.#under(x);
    if (over !== this.#connection) this.#onMove(over, 'live');
  }

  #follow({ home, pointer }: { home: Point; pointer: Point }): void {
    this.#chip.style.transform = `translate(${pointer.x - home.x}px, ${pointer.y - home.y}px)`;
  }

  /** The connection under a point: they lie side by side. */
  #under(clientX: number): ConnectionName {
    const { left, width } = this.#root.getBoundingClientRect();
    return clientX < left + width / 2 ? 'first' : 'second';
  }

  /** Gives it its place where the state says: it glides there, or stays in the hand that holds it. */
  show(connection: ConnectionName): void {
    const chip = this.#chip;
    const before = chip.getBoundingClientRect();
    if (!this.#held) chip.style.transform = '';
    this.#connection = connection;
    this.#root.dataset['connection'] = connection;
    const after = chip.getBoundingClientRect();
    const [x, y] = [before.left - after.left, before.top - after.top];
    if (this.#held) {
      const { home } = this.#held;
      this.#held.home = { x: home.x - x, y: home.y - y };
      this.#follow(this.#held);
    } else if (!prefersReducedMotion() && Math.hypot(x, y) >= 1) {
      const start = { transform: `translate(${x}px, ${y}px)` };
      chip.animate([start, { transform: 'none' }], { duration: GLIDE, easing: 'ease-out' });
    }
  }
}
