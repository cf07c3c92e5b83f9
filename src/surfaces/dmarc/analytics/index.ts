/**
 * Figures of a domain over a range of days, from day totals and rollups only, so that they do not depend on the number of
 * records. Start at analytics.ts.
 */
export { analyticsRoutes } from './routes.ts'
export { selectDays, selectTls } from './store.ts'
