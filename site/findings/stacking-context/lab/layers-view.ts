/** The predicted order of painting: the boxes' planes, pulled apart, or as a list from the top. */
import { NARROW, pictureSize } from '@/kit/lab/sizes';
import { escapeText, px } from '@/kit/chart/grammar';
import { colourOf } from './looks';
import type { Painted, PaintedBox } from './tasks';
import { layerOf } from './words';

/** What the browser's drawing takes of a wide lab's width. */
const STAGE_WIDTH = 240;

/** Narrower pictures, in pixels, have smaller planes and fewer words. */
const NARROW_PICTURE = 450;

/** The picture's size in a lab of this width. */
export const layersSize = (width: number): { width: number; height: number } => {
  const size = pictureSize(width);
  return width < NARROW ? size : { ...size, width: width - STAGE_WIDTH };
};

/** The context boxes around a box, the outermost first; its own, if it makes one, is the last. */
function contextsOf(boxes: readonly PaintedBox[], index: number): number[] {
  const box = boxes[index]!;
  const around = box.group === undefined ? [] : contextsOf(boxes, box.group);
  return box.makes === 'context' ? [...around, index] : around;
}

const makesWords = ({ makes, makers, words, wordsCss }: PaintedBox): string => {
  if (makes === 'context') {
    const by = makers.map((maker) => wordsCss[words.indexOf(maker)] ?? maker);
    return by.length > 0 ? `a context, by ${by.join(' and ')}` : 'a context';
  }
  return makes === 'atomic' ? 'painted as a whole, but no context' : '';
};

/** A plane for each box, the lowest at the bottom; a bracket joins those of a context. */
export function drawLayers({ boxes, order }: Painted, { width, height }: { width: number; height: number }): string {
  const narrow = width < NARROW_PICTURE;
  const [wide, slant, high] = narrow ? [64, 26, 22] : [120, 44, 34];
  const [left, top] = [14, high + 8];
  const room = height - 8 - top;
  const gap = Math.min(80, room / Math.max(1, order.length - 1));
  // Few planes stand in the middle.
  const bottom = top + (room + gap * (order.length - 1)) / 2;
  const level = new Map(order.map((index, row) => [index, row]));
  const y = (index: number) => bottom - level.get(index)! * gap;
  const indent = (depth: number) => left + depth * 12;

  const planes = order.map((index) => {
    const box = boxes[index]!;
    const [fill, edge] = colourOf(index);
    const x = indent(contextsOf(boxes, index).length);
    const end = x + wide + slant;
    const words = [layerOf(box), narrow ? '' : makesWords(box)].filter((each) => each !== '').join('; ');
    return (
      `<path d="M${px(x)},${px(y(index))}h${wide}l${slant},${-high}h${-wide}z" fill="${fill}" fill-opacity=".85" stroke="${edge}"/>` +
      `<text class="mt-sc-plane" x="${px(end + 10)}" y="${px(y(index) - high / 2 + 4)}"><tspan class="mt-sc-name">${escapeText(box.name)}</tspan> ${escapeText(words)}</text>`
    );
  });
  const brackets = boxes.flatMap((box, index) => {
    if (box.makes !== 'context') return [];
    const within = boxes.flatMap((_, each) => (contextsOf(boxes, each).includes(index) ? [y(each)] : []));
    const x = indent(contextsOf(boxes, index).length) - 6;
    return `<path class="mt-sc-bracket" d="M${px(x + 4)},${px(y(index))}h-4V${px(Math.min(...within) - high * 0.6)}h4"/>`;
  });
  const name = `The predicted order, from the top: ${order
    .toReversed()
    .map((index) => boxes[index]!.name)
    .join(', ')}`;
  return (
    `<svg class="mt-chart mt-sc-layers" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeText(name)}">` +
    `${brackets.join('')}${planes.join('')}</svg>`
  );
}

/** The same as a table, from the top. */
export function drawList({ boxes, order }: Painted): string {
  const rows = order.toReversed().map((index) => {
    const box = boxes[index]!;
    const within = box.group === undefined ? 'the page' : boxes[box.group]!.name;
    const cells = [within, `${box.layer}: ${layerOf(box)}`, makesWords(box)];
    return `<tr><th scope="row">${escapeText(box.name)}</th>${cells.map((text) => `<td>${escapeText(text)}</td>`).join('')}</tr>`;
  });
  const heads = ['From the top', 'Painted with', 'Layer', 'What it makes'];
  return (
    `<table class="mt-lab-table mt-sc-table"><thead><tr>${heads.map((text) => `<th scope="col">${text}</th>`).join('')}</tr></thead>` +
    `<tbody>${rows.join('')}</tbody></table>`
  );
}
