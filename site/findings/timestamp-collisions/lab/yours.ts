/** What this lab shows of the reader's own runs. */
import type { TakesYours } from '@/kit/lab/take-yours';
import { measuredFrom, type Measured } from './measured';

const takes: TakesYours<Measured> = { tag: 'mt-timestamp-lab', take: measuredFrom };
export default takes;
