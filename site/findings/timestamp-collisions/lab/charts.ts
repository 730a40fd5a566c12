/** What draws on axes comes when it is first needed: the time line does without. */
export { drawCurve } from './curve-view';
