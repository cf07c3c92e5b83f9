/**
 * Garbage collection during work that consists of many steps. Imports no other module of the platform.
 * Start at sweeper.ts.
 */
export { type Sweep, createSweep } from './sweeper.ts'
