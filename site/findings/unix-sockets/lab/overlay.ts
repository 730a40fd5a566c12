/** The measured points that this lab shows of an overlay: requests that were measured as a whole. It computes with the published parts. */
import type { OverlaySource } from '@/kit/lab/overlay';
import { measuredFrom, type Measured } from './measured';

const source: OverlaySource<Measured> = {
  tag: 'mt-unix-sockets-lab',
  // The time besides the sockets is for the model to say, and only of the page's own machine.
  take: (record) => measuredFrom(record, () => 0),
};
export default source;
