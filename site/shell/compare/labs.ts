/** The labs of an article that show measured points: they get those of the reader's records as well. */
import { handOver, takenFrom, type TakesYours } from '@/kit/lab/take-yours.ts';
import { yourRuns } from '@/kit/record/index.ts';

const LABS = import.meta.glob<{ default: TakesYours }>('../../findings/*/lab/yours.ts');

/** Hands them what was provided, or takes back what they had. */
export async function showInLabs(slug: string): Promise<void> {
  const load = LABS[`../../findings/${slug}/lab/yours.ts`];
  if (!load) return;
  const takes = (await load()).default;
  const taken = takenFrom(yourRuns(slug), takes);
  for (const lab of document.querySelectorAll<HTMLElement>(takes.tag)) handOver(lab, taken);
}
