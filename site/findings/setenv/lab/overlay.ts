/** The measured points that this lab shows of an overlay. */
import type { OverlaySource } from '@/kit/lab/overlay';
import { measuredFrom, type MeasuredShare } from './measured';

const source: OverlaySource<MeasuredShare[]> = { tag: 'mt-setenv-lab', take: measuredFrom };
export default source;
