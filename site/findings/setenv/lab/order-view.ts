/** The order of the steps: a lane for each thread, and in it a box for each of its steps. */
import { px } from '@/kit/chart/grammar';
import type { ActionName } from '@/wasm-pkg/setenv/models.js';
import { drawToken } from './memory-view';
import type { Played } from './tasks';

export const ORDER_HEIGHT = 62;
/** Left of the first box, and right of the last, in pixels; the scrubber's ends lie there too. */
export const ORDER_INSET = { left: 30, right: 8 } as const;

const LANES = [4, 34] as const;
const BOX = 24;
/** The word in a box that has room for it. */
const SHORT: Readonly<Record<ActionName, string>> = {
  lock: 'lock',
  unlock: 'unlock',
  'load-removals': 'counter',
  'compare-removals': 'counter?',
  'count-removal': 'count',
  'load-environ': 'environ',
  'load-slot': 'slot',
  'compare-name': 'name?',
  'read-value': 'value',
  'compare-owner': 'own?',
  grow: 'grow',
  'store-environ': 'environ =',
  'store-slot': 'slot =',
  'store-new-string': 'slot =',
  'free-string': 'free',
};

export function drawOrder({ steps, states }: Played, at: number, width: number): string {
  const { left, right } = ORDER_INSET;
  const pitch = (width - left - right) / Math.max(1, steps.length);
  const fault = states.at(-1)?.fault ? steps.length - 1 : -1;
  const boxes = steps.map(({ thread, action }, index) => {
    const x = left + index * pitch;
    const y = LANES[thread];
    const state = index === fault ? 'fault' : 'step';
    const style = `mt-se-box mt-se-box--${thread + 1} mt-se-box--${state}${index < at ? ' mt-se-box--done' : ''}`;
    const inner = Math.max(2, pitch - 2);
    const word = SHORT[action];
    // About six and a half pixels a letter.
    const says =
      index === fault
        ? `<path class="mt-se-cross" d="M${px(x + pitch / 2 - 6)},${y + 6}l12,12m0,-12l-12,12"/>`
        : word.length * 6.5 < inner - 4
          ? `<text x="${px(x + pitch / 2)}" y="${y + 16}" text-anchor="middle">${word}</text>`
          : '';
    return `<g class="${style}"><rect x="${px(x + 1)}" y="${y}" width="${px(inner)}" height="${BOX}"/>${says}</g>`;
  });
  const tokens = LANES.map((y, thread) => drawToken(thread === 0 ? 0 : 1, 10, y + BOX / 2));
  const here = left + at * pitch;
  return (
    `<svg viewBox="0 0 ${width} ${ORDER_HEIGHT}" width="${width}" height="${ORDER_HEIGHT}" aria-hidden="true" focusable="false">` +
    `${tokens.join('')}${boxes.join('')}<path class="mt-se-here" d="M${px(here)},0V${ORDER_HEIGHT}"/></svg>`
  );
}
