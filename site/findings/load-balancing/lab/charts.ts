/** The two views that are charts, in a file of their own so that the lab's first view need not wait for the chart kit. */
export { drawDistribution, shownLoads } from './distribution-view';
export { drawPlanner, lowestChance } from './planner-view';
