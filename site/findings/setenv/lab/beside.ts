/** What this lab shows of a machine that is laid over the page. */
import type { TakesBeside } from '@/kit/lab/beside';
import { measuredFrom, type MeasuredShare } from './measured';

const takes: TakesBeside<MeasuredShare[]> = { tag: 'mt-setenv-lab', take: measuredFrom };
export default takes;
