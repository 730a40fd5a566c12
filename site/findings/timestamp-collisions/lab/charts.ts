/** Charts on axes, loaded when they are first needed: the time line does without. */
export { drawCurve } from './curve-view';
