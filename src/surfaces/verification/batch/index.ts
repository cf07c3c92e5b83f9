/**
 * Verification of many addresses in the background: taken in, examined by a job that a crash repeats, watched, canceled
 * and downloaded. Uses the verifier and memory for each address, and credits for all. Start at batches.ts, then run.ts.
 */
export { type BatchDeps, batchHandler, verifyBatchJob } from './examining/run.ts'
export { purgeBatches } from './batches.ts'
export { type BatchRouteDeps, batchRoutes } from './routes.ts'
