/**
 * Reports of receivers: intake, which counts each once, lists and deletion, which takes it out of the totals again. Start at
 * intake.ts, then sink.ts and commit.ts; rollup.ts defines the totals.
 */
export type { Arrival, IntakeDeps, IntakeResult, ReportFile } from './arrival.ts'
export { type CountStoredDeps, countStored } from './count-stored.ts'
export { ingestFile } from './intake.ts'
export { type Disposition, alignedBits, unpackResult } from './result.ts'
export { type ReportRecipientDeps, reportRecipients } from './recipients.ts'
export { type ExpiryDeps, expireReports, purgeReportsOf } from './expire.ts'
export { type DayTotal, addToDay, emptyDay } from './day-totals.ts'
export { deleteOldRejections } from './rejection-store.ts'
export { shortenRetention } from './shorten-retention.ts'
export { sweepQuarantine } from './sweep-quarantine.ts'
export { type ReportRouteDeps, reportRoutes } from './routes.ts'
