/** What this lab shows of a machine that is laid over the page. */
import type { TakesBeside } from '@/kit/lab/beside';
import { CELLS, measuredFrom, type Measured } from './measured';

const takes: TakesBeside<Measured> = {
  tag: 'mt-strongly-typed-lab',
  take(record) {
    if (!record.series.some(({ id }) => id === CELLS)) throw new Error('The record has no cells.');
    return measuredFrom(record);
  },
};
export default takes;
