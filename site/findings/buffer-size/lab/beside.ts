/** What this lab shows of a machine that is laid over the page. */
import type { TakesBeside } from '@/kit/lab/beside';
import { measuredFrom, type Measured } from './measured';

const takes: TakesBeside<Measured> = { tag: 'mt-buffer-size-lab', take: measuredFrom };
export default takes;
