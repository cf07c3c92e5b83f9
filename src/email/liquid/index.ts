/**
 * Authored HTML with Liquid beyond the data language: filled in by liquidjs within limits, every value written by the place
 * where it stands. For worker threads: limits are checked periodically, so the caller ends a thread that hangs.
 * May import data and render. Start at fill.ts, then positions.ts.
 */
export { type FillOptions, type FilledSource, type LiquidSource, fillSources } from './fill.ts'
