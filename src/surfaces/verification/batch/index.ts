/**
 * Verification of many addresses in the background: accepted, verified by a job that continues after a crash, watched, canceled
 * and downloaded. Uses the verifier and memory for each address, and credits for all. Start at batches.ts, then run.ts.
 */
export { type BatchDeps, batchHandler, verifyBatchJob } from './running/run.ts'
export { purgeBatches } from './batches.ts'
export { type BatchRouteDeps, batchRoutes } from './routes.ts'
