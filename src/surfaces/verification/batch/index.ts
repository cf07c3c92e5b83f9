/**
 * Verification of many email addresses in the background: upload, a job that resumes after a crash, progress, cancellation
 * and download. Uses the verifier, the cache and credits. Start at batches.ts, then run.ts.
 */
export { type BatchDeps, batchHandler, verifyBatchJob } from './running/run.ts'
export { purgeBatches } from './batches.ts'
export { type BatchRouteDeps, batchRoutes } from './routes.ts'
