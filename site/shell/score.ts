/** The verdicts on published claims, counted in a sentence. */
import type { Verdict } from '@/kit/record/types.ts';

/** The clause for each verdict, for one claim and for several, in the order of the sentence. */
const CLAUSES: readonly [Verdict, one: string, several: string][] = [
  ['reproduced', 'is reproduced', 'are reproduced'],
  ['differs', 'differs', 'differ'],
  ['depends', 'depends on conditions that it does not name', 'depend on conditions that they do not name'],
  ['undecided', 'is undecided', 'are undecided'],
  ['not-tested', 'was not tested', 'were not tested'],
];

/** The verdicts on published claims, counted in one sentence. */
export function scoreSentence(verdicts: readonly Verdict[]): string {
  const clauses = CLAUSES.flatMap(([verdict, one, several]) => {
    const count = verdicts.filter((each) => each === verdict).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
  });
  return `Of ${verdicts.length} published claims, ${new Intl.ListFormat('en-GB').format(clauses)}.`;
}
