/** What the lab asks of the model: the same code runs in the worker and when the site is built. */
import type * as labs from '@/wasm-pkg/stacking-context/models.js';
import { toPlainValue, type Plain } from '@/kit/lab/plain';
import type { Task } from '@/kit/lab/worker-host';
import { LIMITS } from '@/wasm-pkg/stacking-context/limits';
import type { LabState } from './state';

export type Models = Pick<typeof labs, 'paint' | 'why' | 'edit'>;

export type Painted = Omit<Plain<labs.Painted>, 'order'> & {
  /** The boxes' places in the list, from the bottom to the top. */
  order: readonly number[];
};
export type PaintedBox = Painted['boxes'][number];
export type Why = Plain<labs.Why>;

export interface Answer {
  painted: Painted;
  /** Why one of the two boxes is above the other; null where there is one box alone. */
  why: Why | null;
  /** Why the tree that was asked for could not be taken, and the published case was; null where it was. */
  refused: string | null;
}

/** A change of a tree at a box. */
export interface Edit {
  name: string;
  action: labs.ActionName;
  value: string;
}

export interface Edited {
  tree: string;
  /** The box that the next change is likely to be of. */
  name: string;
  /** Why the last change could not be made; null where all were. */
  refused: string | null;
}

export type Question = Pick<LabState, 'tree' | 'by' | 'one' | 'other'>;

export interface LabTasks extends Record<string, { request: unknown; result: unknown }> {
  answer: { request: Question; result: Answer };
  edit: { request: { tree: string; edits: readonly Edit[] }; result: Edited };
}

/** The message of the model's objection; a trap is none and is thrown again. */
function objection(error: unknown): string {
  if (error instanceof Error && !(error instanceof WebAssembly.RuntimeError)) return error.message;
  throw error;
}

export function labTasks({ paint, why, edit }: Models): {
  answer: Task<Question, Answer>;
  edit: Task<LabTasks['edit']['request'], Edited>;
} {
  const answered = ({ tree, by, one, other }: Question, refused: string | null): Answer => {
    const painted = toPlainValue(paint(tree, by));
    return {
      painted: { ...painted, order: [...painted.order] },
      why: toPlainValue(why(tree, by, one, other)) ?? null,
      refused,
    };
  };
  return {
    *answer(question) {
      yield undefined;
      try {
        return answered(question, null);
      } catch (error) {
        return answered({ ...question, tree: LIMITS.published }, objection(error));
      }
    },

    *edit({ tree, edits }) {
      yield undefined;
      const edited: Edited = { tree, name: edits.at(-1)!.name, refused: null };
      for (const { name, action, value } of edits) {
        try {
          Object.assign(edited, toPlainValue(edit(edited.tree, name, action, value)));
        } catch (error) {
          edited.refused = objection(error);
        }
      }
      return edited;
    },
  };
}
