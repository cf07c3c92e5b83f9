/**
 * The risk that an address is a spam trap, with the signals that speak for it and against it. Uses the examination.
 * Start at analyze.ts.
 */
export { spamTrapRoutes } from './routes.ts'
