/**
 * A tree of boxes as the reader's own browser paints it. Every box is the same square in the same place, whatever its level or
 * position, so that the stack of elements at one point of it is the whole order of painting; a background draws the box's card.
 */
import { escapeText } from '@/kit/chart/grammar';
import { LIMITS } from '@/wasm-pkg/stacking-context/limits';
import { cardImage } from './looks';

/** What a browser needs to know of a box. */
export interface StagedBox {
  name: string;
  /** Its parent's place in the list, which comes earlier; undefined for one that stands in the page. */
  parent?: number | undefined;
  /** Its declarations. */
  css: string;
  /** What puts it onto the square. */
  placement: string;
}

const BOX = 'mt-sc-box';
const STAGE = 'mt-sc-stage';

const styleOf = ({ placement, css }: StagedBox): string => `${placement}; ${css}`;

/** The tree as markup, for a page that is built: a reader's browser paints it without any script. */
export function stageMarkup(boxes: readonly StagedBox[]): string {
  const inside = (parent: number | undefined): string =>
    boxes
      .map((box, index) => {
        if (box.parent !== parent) return '';
        const style = `${styleOf(box)}; background-image: url('${cardImage(box.name, index, boxes.length)}')`;
        return `<div class="${BOX}" style="${escapeText(style)}">${inside(index)}</div>`;
      })
      .join('');
  return `<div class="${STAGE}" style="${escapeText(LIMITS.stage)}">${inside(undefined)}</div>`;
}

/** The tree as elements: the stage, and the boxes in their order. */
export function buildStage(
  boxes: readonly StagedBox[],
  { withCards }: { withCards: boolean },
): { stage: HTMLElement; elements: HTMLElement[] } {
  // Styles are set by the object model: the page's policy allows only those style attributes that it was built with.
  const make = (name: string, css: string) => {
    const element = document.createElement('div');
    element.className = name;
    element.style.cssText = css;
    return element;
  };
  const stage = make(STAGE, LIMITS.stage);
  const elements: HTMLElement[] = [];
  for (const [index, box] of boxes.entries()) {
    const element = make(BOX, styleOf(box));
    if (withCards) element.style.backgroundImage = `url('${cardImage(box.name, index, boxes.length)}')`;
    (box.parent === undefined ? stage : elements[box.parent]!).append(element);
    elements.push(element);
  }
  return { stage, elements };
}

let hasKeyframes = false;

/** Gives the page the animations that some declarations name. */
export function addKeyframes(): void {
  if (hasKeyframes) return;
  hasKeyframes = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(LIMITS.keyframes);
  document.adoptedStyleSheets.push(sheet);
}

const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame);

/**
 * In which order this browser paints a tree: the places of its boxes in the list, from the bottom to the top. The tree stands in the
 * page for two frames, unseen, in a corner that is always in view: elements out of view are not found.
 */
export async function paintedOrder(boxes: readonly StagedBox[]): Promise<number[]> {
  addKeyframes();
  const { stage, elements } = buildStage(boxes, { withCards: false });
  const corner = document.createElement('div');
  corner.className = 'mt-sc-corner';
  corner.ariaHidden = 'true';
  corner.append(stage);
  document.body.append(corner);
  try {
    // What is drawn only once it is relevant (content-visibility: auto) is found a frame later.
    await nextFrame();
    await nextFrame();
    const { left, top } = corner.getBoundingClientRect();
    const places = new Map<Element, number>(elements.map((element, index) => [element, index]));
    const found = document.elementsFromPoint(left + LIMITS.probe, top + LIMITS.probe);
    return found.flatMap((element) => places.get(element) ?? []).reverse();
  } finally {
    corner.remove();
  }
}
