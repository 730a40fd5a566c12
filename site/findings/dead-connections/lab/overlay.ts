/** The measured points that this lab shows of an overlay. */
import type { OverlaySource } from '@/kit/lab/overlay';
import { measuredFrom, type Measured } from './measured';

const source: OverlaySource<Measured> = { tag: 'mt-dead-connections-lab', take: measuredFrom };
export default source;
