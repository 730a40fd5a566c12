/** What this lab shows of the reader's own runs. */
import type { TakesYours } from '@/kit/lab/take-yours';
import { measuredFrom, type MeasuredShare } from './measured';

const takes: TakesYours<MeasuredShare[]> = { tag: 'mt-setenv-lab', take: measuredFrom };
export default takes;
