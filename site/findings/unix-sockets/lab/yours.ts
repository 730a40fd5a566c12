/** What this lab shows of the reader's own runs: requests that were measured as a whole. It computes with the published parts. */
import type { TakesYours } from '@/kit/lab/take-yours';
import { measuredFrom, type Measured } from './measured';

const takes: TakesYours<Measured> = {
  tag: 'mt-unix-sockets-lab',
  // What an application takes besides is for the model to say, which is not at hand: see `yoursAt`.
  take: (record) => measuredFrom(record, () => 0),
};
export default takes;
