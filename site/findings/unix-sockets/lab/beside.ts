/** What this lab shows of a machine that is laid over the page: requests that were measured as a whole. It computes with the published parts. */
import type { TakesBeside } from '@/kit/lab/beside';
import { measuredFrom, type Measured } from './measured';

const takes: TakesBeside<Measured> = {
  tag: 'mt-unix-sockets-lab',
  // What an application takes besides is for the model to say, which is not at hand: see `besideAt`.
  take: (record) => measuredFrom(record, () => 0),
};
export default takes;
