/** Drawings, figures and sentences of all views but the first: loaded when one of them is opened. */
export { shownRows } from './other-csv';
export { figuresOf } from './other-figures';
export { raceSentence, testerSentence } from './other-words';
export { drawMiss } from './miss-view';
export { drawEvents, drawOrders } from './race-view';
