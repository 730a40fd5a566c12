/** The measured points that this lab shows of an overlay. */
import type { OverlaySource } from '@/kit/lab/overlay';
import { machineFrom, type Machine } from './measured';

const source: OverlaySource<Machine> = { tag: 'mt-buffer-size-lab', take: machineFrom };
export default source;
