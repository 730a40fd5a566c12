import type * as models from '@/wasm-pkg/stacking-context/models.js';
import type { Question } from '../../../lib/border/recorded';
import fc from 'fast-check';
import { LIMITS } from '@/wasm-pkg/stacking-context/limits';
import { named, oneOf, sampled } from '../../../lib/border/sampling';

const columns = LIMITS.columns.map(([key]) => key);
const words = LIMITS.words.map(([word]) => word);
const cases = LIMITS.cases.map(({ tree }) => tree);

/** The published case and its variants with random changes, as the model itself writes trees. */
const edits = fc.array(
  fc.tuple(
    fc.constantFrom(...LIMITS.actions),
    fc.oneof(fc.constantFrom(...words), fc.constantFrom('', '-1', '0', '7', 'no')),
    fc.nat(),
  ),
  { maxLength: 12 },
);

export default [
  ({ rows }) => rows(),
  ({ questions }) => questions(),
  ...cases.flatMap((tree) =>
    columns.map(
      (by) =>
        ({ paint }: typeof models) =>
          paint(tree, by),
    ),
  ),
  ...sampled(300, oneOf(...cases), edits, named(...columns), fc.nat(), fc.nat()).map(
    ([from, changes, by, one, other]) =>
      ({ edit, paint, why }: typeof models) => {
        let tree: string = from;
        const names = () => paint(tree, by).boxes.map(({ name }) => name);
        const pick = (at: number) => names()[at % names().length] ?? '';
        for (const [action, value, at] of changes) tree = edit(tree, pick(at), action, value).tree;
        why(tree, by, pick(one), pick(other));
      },
  ),
  ({ paint }) => paint('no tree at all(', 'webkit'),
] satisfies Question<typeof models>[];
