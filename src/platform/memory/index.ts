/**
 * Memory that work of many pieces leaves behind, given back while it goes on. Uses nothing of other rooms. Start at
 * sweeper.ts.
 */
export { type Sweep, createSweep } from './sweeper.ts'
