/** The lab's state: a tree in the model's grammar, whose rules predict, the two boxes that are compared, and how it is shown. */
import { choice, defineState, type Field } from '@/kit/lab/state';
import { LIMITS } from '@/wasm-pkg/stacking-context/limits';
import type { ColumnName } from '@/wasm-pkg/stacking-context/models.js';

export const VIEWS = { layers: 'Layers', list: 'List' } as const;
export type ViewName = keyof typeof VIEWS;

/** Whose table of declarations decides, and what a reader calls them. */
export const COLUMNS = Object.fromEntries(LIMITS.columns) as Readonly<Record<ColumnName, string>>;

/** What the published case turns on: a declaration, and the box that it is on. */
export const FILTER = { name: 'image', word: 'filter' } as const;

export interface LabState {
  view: ViewName;
  /** The boxes: `b.abs.z1;i.filter`. The model says what they mean. */
  tree: string;
  by: ColumnName;
  /** The names of the boxes that are compared; the first one can be changed. */
  one: string;
  other: string;
}

const known = new Set(LIMITS.characters);

/** A text in the characters of the grammar. Whether it is a tree, only the model can tell. */
function grammarText(initial: string): Field<string> {
  return {
    initial,
    read(text) {
      const strange = [...text].find((character) => !known.has(character));
      if (strange !== undefined) return { value: initial, because: `has a character that no tree is written in` };
      if (text.length > LIMITS.text) return { value: initial, because: `is longer than ${LIMITS.text} characters` };
      return { value: text };
    },
    write: (value) => value,
  };
}

export const schema = defineState<LabState>({
  view: choice('layers', Object.keys(VIEWS) as ViewName[]),
  tree: grammarText(LIMITS.published),
  by: choice('specifications', Object.keys(COLUMNS) as ColumnName[]),
  one: grammarText('banner'),
  other: grammarText('image'),
});

type Case = (typeof LIMITS.cases)[number];
export type CaseId = Case['id'];

/** What is tried first to put the published case right; all other variants are folded. */
export const FIRST: readonly CaseId[] = ['z-1', 'z-0', 'swap', 'isolate-and-z-1', 'image-below', 'filter-on-card'];

/** The variants of the published case that are wanted. Each sets the question, and leaves the view alone. */
export const presetsOf = (isWanted: (variant: Case) => boolean = () => true) =>
  LIMITS.cases.filter(isWanted).map(({ id, words, tree }) => ({
    id,
    label: words,
    state: ({ view }: LabState): LabState => ({ ...schema.initial, view, tree }),
  }));
