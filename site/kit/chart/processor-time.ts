import type { ProcessorTime } from '@/kit/record/types.ts';
import { formatShare } from './format.ts';

/** Use of the processors by others during a run, as shares of their time. */
export function processorTimeWords({ others_share, stolen_share }: ProcessorTime): string {
  const [others, stolen] = [formatShare(others_share), formatShare(stolen_share)];
  return `other programs took ${others} of the processors’ time during the run, and the hypervisor ${stolen} for others`;
}
