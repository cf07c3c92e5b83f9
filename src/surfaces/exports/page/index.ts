/**
 * Sanitizes a page supplied by the caller, with the engines alone: a worker thread loads this entry point and nothing else
 * of the surface.
 * Start at clean-page.ts.
 */
export { cleanPage } from './clean-page.ts'
