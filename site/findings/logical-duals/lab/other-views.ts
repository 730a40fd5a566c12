/** What draws all views but the first: it comes with the first look at one of them. */
export { drawMaps } from './map-view';
export { drawMiss } from './miss-view';
export { drawEvents, drawOrders } from './race-view';
export { drawForms, drawTables } from './tables-view';
