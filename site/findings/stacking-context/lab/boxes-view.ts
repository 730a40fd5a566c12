/** The tree as its author would write it, and what of a box can be changed. */
import { escapeText } from '@/kit/chart/grammar';
import type { Painted, PaintedBox } from './tasks';

const depthOf = (boxes: readonly PaintedBox[], { parent }: PaintedBox): number =>
  parent === undefined ? 0 : 1 + depthOf(boxes, boxes[parent]!);

/** A row for each box, with its declarations; the one that can be changed is pressed. */
export const drawBoxes = ({ boxes }: Painted, chosen: string): string =>
  boxes
    .map((box) => {
      const { name, css } = box;
      const declared =
        css === '' ? '<span class="mt-sc-bare">no declarations</span>' : `<code>${escapeText(css)}</code>`;
      return (
        `<li data-depth="${depthOf(boxes, box)}"><button type="button" class="mt-lab-chip" data-box="${name}" aria-pressed="${name === chosen}">` +
        `${name}</button> ${declared}</li>`
      );
    })
    .join('');

/** The words of a box, each to be taken away. */
export function drawWords(box: PaintedBox): string {
  if (box.words.length === 0) return '<span class="mt-sc-bare">none yet</span>';
  return box.words
    .map((word, index) => {
      const css = box.wordsCss[index]!;
      return `<button type="button" class="mt-lab-chip" data-drop="${word}" aria-label="Take ${escapeText(css)} away"><code>${escapeText(css)}</code> ×</button>`;
    })
    .join(' ');
}

/** Options for the boxes of a tree. */
export const drawNames = ({ boxes }: Painted, chosen: string): string =>
  boxes.map(({ name }) => `<option value="${name}"${name === chosen ? ' selected' : ''}>${name}</option>`).join('');
