/**
 * Authored HTML with Liquid beyond the data language: filled in by liquidjs within limits, every value written by the place
 * where it stands. For worker threads: the limits are kept by asking now and then, so the caller ends a thread that hangs.
 * May ask data and render. Start at fill.ts; places.ts tells what a value may do where.
 */
export { type FillOptions, type FilledSource, type LiquidSource, fillSources } from './fill.ts'
