/** The measured points that this lab shows of an overlay. */
import type { OverlaySource } from '@/kit/lab/overlay';
import { machineFrom, type Machine } from './measured';

const source: OverlaySource<Machine> = {
  tag: 'mt-buffer-size-lab',
  take(record) {
    const machine = machineFrom(record);
    if (machine.sources.length === 0) throw new Error('The record has no source of the lab.');
    return machine;
  },
};
export default source;
