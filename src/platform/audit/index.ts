/**
 * The audit log: actors, actions and targets. Rows are appended in the transaction of the action, or noted in the background
 * if there is none, chained with keyed hashes, and anchored outside of the database. Uses storage for its tables, blobs for
 * the anchors, identity for keys. Start at audit.ts; verify.ts reports violations.
 */
export { type Anchorer, createAnchorer, purgeAnchors } from './anchors.ts'
export { recordAct, recordAudit } from './audit.ts'
export type { AuditActor, AuditEntry } from './entry.ts'
export { type Evidence, type AuditNote, createEvidence } from './evidence.ts'
export { type AuditKeys, auditKeysOf, createAuditKeys, useAuditKeys } from './keys.ts'
export { pruneAudit } from './prune.ts'
export { readRetiredKeys, retireAuditKeys, secretsInLog, visitSealedAuditKeys } from './retired.ts'
export { exportAudit, listAudit, presentAudit } from './read.ts'
export type { AuditFilter, AuditPosition } from './store.ts'
export { switchToKeys } from './switch.ts'
export { type AuditProblem, type AuditReport, verifyAudit } from './verify.ts'
