/** The memory that the threads share: environ, arrays of pointers, strings, and what each thread holds in its hand. */
import { escapeText, px } from '@/kit/chart/grammar';
import { slotTop, stringTop, type Block, type MemoryLayout } from './memory-layout';
import { memoryWords, standingOf } from './memory-words';
import {
  isOfArray,
  NULL,
  THREADS,
  type ArrayState,
  type Snapshot,
  type Place,
  type Step,
  type ThreadNumber,
} from './run';
import type { Played } from './tasks';
import { arrayName, stringName } from './words';

/** Memory that has been freed is hatched: the lines run from the lower left to the upper right. */
function hatch(x: number, y: number, width: number, height: number): string {
  let path = '';
  for (let from = 7 - height; from < width; from += 7) {
    const [start, end] = [Math.max(0, from), Math.min(width, from + height)];
    path += `M${px(x + start)},${px(y + height - (start - from))}L${px(x + end)},${px(y + height - (end - from))}`;
  }
  return `<path class="mt-se-hatch" d="${path}"/>`;
}

/** A circle for the first thread, a square for the second, with its number. */
export function drawToken(thread: ThreadNumber, x: number, y: number, isDangling = false): string {
  const style = `mt-se-token mt-se-token--${thread + 1}${isDangling ? ' mt-se-token--dangling' : ''}`;
  const ring = isDangling ? `<circle class="mt-se-alarm" cx="${x}" cy="${px(y)}" r="11.5"/>` : '';
  const shape =
    thread === 0
      ? `<circle cx="${x}" cy="${px(y)}" r="8"/>`
      : `<rect x="${x - 7.5}" y="${px(y - 7.5)}" width="15" height="15"/>`;
  return `<g class="${style}">${ring}${shape}<text x="${x}" y="${px(y + 4)}" text-anchor="middle">${thread + 1}</text></g>`;
}

const head = (x: number, y: number): string => `M${px(x - 7)},${px(y - 4)}l7,4l-7,4`;

function drawArrow([x0, y0]: [number, number], [x1, y1]: [number, number], style: string): string {
  const bend = (x1 - x0) * 0.45;
  const line = `M${px(x0)},${px(y0)}C${px(x0 + bend)},${px(y0)} ${px(x1 - bend)},${px(y1)} ${px(x1)},${px(y1)}`;
  return `<path class="mt-se-arrow${style}" d="${line}"/><path class="mt-se-head${style}" d="${head(x1, y1)}"/>`;
}

/** True for the slot that the last step was about. */
const touches = (step: Step | undefined, array: number, index: number): boolean =>
  step?.place?.array === array && step.place.index === index && step.action !== 'store-environ';

interface Shown {
  snapshot: Snapshot;
  layout: MemoryLayout;
  /** The step that was taken last. */
  last: Step | undefined;
}

function drawArray({ snapshot, layout, last }: Shown, { array, y, folded }: Block): string {
  const state = snapshot.arrays[array];
  if (!state) return '';
  const { x, width } = layout.arrays;
  const said = standingOf(snapshot, array);
  const style = state.freed ? ' mt-se-block--freed' : '';
  const count = folded ? ` · ${state.slots.length} slots` : '';
  const title = `<text class="mt-se-title${style}" x="${x}" y="${y + 14}"><tspan class="mt-se-name">${arrayName(array)}</tspan>${said === '' ? '' : ` ${said}`}${count}</text>`;
  if (folded) return title;
  const top = slotTop(layout, array, 0);
  const height = state.slots.length * layout.slot;
  const isFault = snapshot.fault?.of === array && isOfArray(snapshot.fault);
  const isNew = last?.action === 'grow' && array === snapshot.arrays.length - 1 && !snapshot.fault;
  const marks = [
    state.freed ? ' mt-se-block--freed' : '',
    isFault ? ' mt-se-block--fault' : '',
    isNew ? ' mt-se-block--touched' : '',
  ];
  const frame = `<rect class="mt-se-block${marks.join('')}" x="${x}" y="${px(top)}" width="${width}" height="${height}"/>`;
  const slots = Array.from(state.slots, (_, index) => drawSlot({ snapshot, layout, last }, { array, index }, state));
  return title + (state.freed ? hatch(x, top, width, height) : '') + slots.join('') + frame;
}

function drawSlot({ snapshot, layout, last }: Shown, place: Place, { freed, slots }: ArrayState): string {
  const { x, width } = layout.arrays;
  const top = slotTop(layout, place.array, place.index);
  const middle = top + layout.slot / 2;
  const string = slots[place.index] ?? NULL;
  const rule = place.index > 0 ? `<path class="mt-se-rule" d="M${x},${px(top)}h${width}"/>` : '';
  const label = `<text class="mt-se-index" x="${x + 6}" y="${px(middle + 4)}">[${place.index}]</text>`;
  // Before the beginning of the environment (illumos) and behind its end nothing has been written yet.
  const isBefore = place.array === snapshot.environ.array && place.index < snapshot.environ.index;
  const holds =
    string === NULL
      ? `<text class="mt-se-null" x="${x + width - 8}" y="${px(middle + 4)}" text-anchor="end">${isBefore ? 'unused' : 'NULL'}</text>`
      : `<circle class="mt-se-dot" cx="${x + width - 12}" cy="${px(middle)}" r="3"/>`;
  const ring = touches(last, place.array, place.index)
    ? `<rect class="mt-se-ring" x="${x + 1.5}" y="${px(top + 1.5)}" width="${width - 3}" height="${layout.slot - 3}"/>`
    : '';
  const isFault = snapshot.fault !== undefined && ring !== '' && freed;
  const cross = isFault ? drawCross(x + width / 2 + 8, middle) : '';
  return rule + label + holds + ring + cross;
}

const drawCross = (x: number, y: number): string =>
  `<path class="mt-se-cross" d="M${px(x - 8)},${px(y - 8)}l16,16m0,-16l-16,16"/>`;

/** True for a string that a slot of the environment points to, or of an array that is about to become it. */
const isReachable = ({ arrays, environ }: Snapshot, string: number): boolean =>
  arrays.some(({ slots }, array) => array >= environ.array && slots.slice(environ.index).includes(string));

function drawStrings({ snapshot, layout, last }: Shown): string {
  const { x, width } = layout.strings;
  const { stringHeight: height } = layout;
  const drawn = snapshot.strings.map((each, string) => {
    const top = stringTop(layout, string);
    const isMade = last?.action === 'store-new-string' && string === snapshot.strings.length - 1;
    const isTouched = last?.string === string || isMade;
    const isFault = snapshot.fault?.of === string && !isOfArray(snapshot.fault);
    const style = `${each.freed ? ' mt-se-block--freed' : ''}${isFault ? ' mt-se-block--fault' : isTouched ? ' mt-se-block--touched' : ''}`;
    const isLeaked = each.allocated && !each.freed && !isReachable(snapshot, string);
    const label = each.freed ? 'freed' : isLeaked ? 'leaked' : '';
    const labelStyle = each.freed ? ' mt-se-block--freed' : '';
    const said =
      label === ''
        ? ''
        : `<text class="mt-se-title${labelStyle}" x="${x + width}" y="${px(top - 3)}" text-anchor="end">${label}</text>`;
    return (
      (each.freed ? hatch(x, top, width, height) : '') +
      `<rect class="mt-se-block mt-se-string${style}" x="${x}" y="${px(top)}" width="${width}" height="${px(height)}"/>` +
      `<text class="mt-se-text${each.freed ? ' mt-se-block--freed' : ''}" x="${x + 8}" y="${px(top + height / 2 + 4)}">${escapeText(stringName(each))}</text>` +
      said +
      (isFault ? drawCross(x + width / 2, top + height / 2) : '')
    );
  });
  return drawn.join('');
}

/** From slots to strings. */
function drawPointers({ snapshot, layout }: Shown): string {
  const { x, width } = layout.arrays;
  const arrows = layout.blocks.flatMap(({ array, folded }) => {
    const state = snapshot.arrays[array];
    if (!state || folded) return [];
    return Array.from(state.slots).flatMap((string, index) => {
      if (string === NULL) return [];
      const y = slotTop(layout, array, index) + layout.slot / 2;
      const end = stringTop(layout, string) + layout.stringHeight / 2;
      const isDangling = !state.freed && snapshot.strings[string]?.freed === true;
      const isBeside = snapshot.environ.array !== array;
      const style = isDangling ? 'dangling' : state.freed ? 'gone' : isBeside ? 'beside' : 'live';
      return [drawArrow([x + width - 12, y], [layout.strings.x - 1, end], ` mt-se-arrow--${style}`)];
    });
  });
  return arrows.join('');
}

function drawEnviron({ snapshot, layout, last }: Shown): string {
  const { array, index } = snapshot.environ;
  const width = layout.arrays.x - 28;
  const isTouched = last?.action === 'load-environ' || last?.action === 'store-environ';
  const y = slotTop(layout, array, index) + Math.min(5, layout.slot / 3);
  const x = layout.arrays.x - 1;
  const isGone = snapshot.arrays[array]?.freed === true;
  const style = isGone ? ' mt-se-arrow--dangling' : '';
  return (
    `<rect class="mt-se-block${isTouched ? ' mt-se-block--touched' : ''}" x="1" y="4" width="${width}" height="24"/>` +
    `<text class="mt-se-text" x="${1 + width / 2}" y="20" text-anchor="middle">environ</text>` +
    `<path class="mt-se-arrow${style}" d="M14,28V${px(y)}H${x}"/><path class="mt-se-head${style}" d="${head(x, y)}"/>`
  );
}

/** Pointers that threads hold: beside the slot, or behind the string. */
function drawHands({ snapshot, layout }: Shown): string {
  const used = new Map<string, number>();
  const beside = (key: string) => {
    const before = used.get(key) ?? 0;
    used.set(key, before + 1);
    return before;
  };
  const drawn = THREADS.flatMap((thread) => {
    const { place, string } = snapshot.threads[thread];
    const hands: string[] = [];
    if (place) {
      const isDangling = snapshot.arrays[place.array]?.freed === true;
      const x = layout.arrays.x - 20 - 22 * beside(`${place.array} ${place.index}`);
      const y = slotTop(layout, place.array, place.index) + Math.max(layout.slot - 9.5, layout.slot / 2);
      const style = isDangling ? ' mt-se-arrow--dangling' : ' mt-se-arrow--hand';
      const tip = layout.arrays.x + 3;
      hands.push(
        `<path class="mt-se-arrow${style}" d="M${x + 8},${px(y)}H${tip}"/><path class="mt-se-head${style}" d="${head(tip, y)}"/>`,
      );
      hands.push(drawToken(thread, x, y, isDangling));
    }
    if (string !== undefined && snapshot.strings[string]) {
      const isDangling = snapshot.strings[string].freed;
      const edge = layout.strings.x + layout.strings.width;
      const y = stringTop(layout, string) + layout.stringHeight / 2;
      hands.push(drawToken(thread, edge + 12 + 18 * beside(`string ${string}`), y, isDangling));
    }
    return hands;
  });
  return drawn.join('');
}

/** The lock and the counter, at the foot. */
function drawFoot({ snapshot, layout }: Shown, { locks, countsRemovals }: Played): string {
  const y = layout.height - 14;
  const lock =
    snapshot.lock === undefined
      ? `<text class="mt-se-index" x="1" y="${y + 4}">${locks ? 'lock: free' : 'no lock'}</text>`
      : `<text class="mt-se-index" x="1" y="${y + 4}">lock:</text>${drawToken(snapshot.lock, 44, y)}`;
  const counter = countsRemovals
    ? `<text class="mt-se-index" x="1" y="${y - 16}">removals: ${snapshot.removals}</text>`
    : '';
  return lock + counter;
}

export function drawMemory(played: Played, at: number, layout: MemoryLayout): string {
  const snapshot = played.states[at] as Snapshot;
  const shown: Shown = { snapshot, layout, last: played.steps[at - 1] };
  const { width, height } = layout;
  const arrays = layout.blocks.map((block) => drawArray(shown, block)).join('');
  return (
    `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeText(memoryWords(snapshot).join(' '))}">` +
    `<text class="mt-se-caption" x="${layout.strings.x}" y="32">strings</text>` +
    drawPointers(shown) +
    arrays +
    drawStrings(shown) +
    drawEnviron(shown) +
    drawHands(shown) +
    drawFoot(shown, played) +
    '</svg>'
  );
}
