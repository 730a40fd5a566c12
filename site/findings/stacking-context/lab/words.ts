/** What the lab says of an answer: the same at build time, on the page, in the file and out loud. */
import type { Figure } from '@/kit/lab/figures';
import type { LabState } from './state';
import type { Answer, Painted, PaintedBox } from './tasks';

/** The boxes that are compared, as far as the tree has those of these names. */
export function pairOf({ painted: { boxes }, why }: Answer, { one, other }: Pick<LabState, 'one' | 'other'>) {
  if (!why) return { one: boxes[0]!.name, other: boxes[0]!.name };
  const names = [boxes[why.upper]!.name, boxes[why.lower]!.name];
  const first = names.includes(one) ? one : names.find((name) => name !== other)!;
  return { one: first, other: names.find((name) => name !== first)! };
}

/** “the banner”, but a plain “a” for a box that has no more of a name. */
export const the = (name: string): string => (name.length > 2 ? `the ${name}` : name);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function headline({ painted: { boxes, order }, why }: Answer): string {
  if (!why) return 'One box alone is on top of nothing.';
  const [upper, lower] = [boxes[why.upper]!, boxes[why.lower]!];
  const above = `${capital(the(upper.name))} is above ${the(lower.name)}.`;
  const top = boxes[order.at(-1)!]!;
  return top === upper ? above : `${above} On top of all is ${the(top.name)}.`;
}

/** Its layer, in the words of the specification: “layer zero”, “positive z-index (9999)”. */
export const layerOf = ({ layerWords, z }: PaintedBox): string => (z === 0 ? layerWords : `${layerWords} (${z})`);

/** What the browser's own order has to do with the predicted one. */
export function agreement({ boxes, order }: Painted, found: readonly number[]): { agrees: boolean; words: string } {
  const all = boxes.length === 1 ? 'its one box' : `all ${boxes.length} boxes`;
  if (found.join() === order.join())
    return { agrees: true, words: `This browser paints ${all} in the predicted order.` };
  if (found.length < order.length) {
    const missing = boxes.filter((_, index) => !found.includes(index)).map(({ name }) => the(name));
    return { agrees: false, words: `At the middle this browser does not find ${missing.join(', ')}.` };
  }
  const names = found.toReversed().map((index) => boxes[index]!.name);
  return { agrees: false, words: `This browser disagrees. From the top it paints ${names.join(', ')}.` };
}

export function figures({ painted: { boxes, order } }: Answer): Figure[] {
  const plain = { hint: '', alarming: false };
  const top = order.at(-1)!;
  const contexts = boxes.filter(({ makes }) => makes === 'context').length;
  return [
    {
      ...plain,
      name: 'top',
      label: 'on top',
      hint: 'the box that nothing is painted over',
      value: top + 1,
      text: boxes[top]!.name,
    },
    { ...plain, name: 'boxes', label: 'boxes', hint: 'in the tree', value: boxes.length, text: String(boxes.length) },
    {
      ...plain,
      name: 'contexts',
      label: 'make stacking contexts',
      hint: 'boxes whose descendants are painted together, with nothing from outside in between',
      value: contexts,
      text: String(contexts),
    },
  ];
}

export const sentence = (answer: Answer): string => [headline(answer), ...(answer.why?.sentences ?? [])].join(' ');
