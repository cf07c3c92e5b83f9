/**
 * The audit log: who did what to which thing, appended in the transaction that does it and chained by hashes.
 * Asks storage for its table. Start at audit.ts.
 */
export { type AuditReport, recordAct, recordAudit, verifyAudit } from './audit.ts'
export type { AuditActor, AuditEntry } from './entry.ts'
