/**
 * Runs authored HTML with Liquid beyond the data language: liquidjs within limits; every value is escaped for its
 * position. For worker threads: limits are checked only periodically, so the caller terminates a thread that hangs.
 * May import data and render. Start at fill.ts, then positions.ts.
 */
export { type FillOptions, type FilledSource, type LiquidSource, fillSources } from './fill.ts'
