/** What draws and tells of all views but the first: it comes with the first look at one of them. */
export { shownRows } from './other-csv';
export { figuresOf } from './other-figures';
export { raceSentence, testerSentence } from './other-words';
export { drawMiss } from './miss-view';
export { drawEvents, drawOrders } from './race-view';
