/**
 * Asking mail servers about mailboxes without wearing out their timeout, or our name: hosts in their order, sessions kept for
 * several addresses, limits for each provider and each egress, rests where we are blocked or nobody answers. Asks
 * deliverability/smtp how to talk and platform/net for connections. Start at prober.ts, then group.ts and connection.ts.
 */
export { type AuditFinding, type AuditDeps, auditIdentity } from './audit.ts'
export type { ProbeMx, ProbeOptions, ProbeTarget } from './job.ts'
export { type ProbingLimits, defaultLimits } from './limits.ts'
export { type ManyItem, type ManyResult, probeMany } from './many.ts'
export { type Prober, type ProberDeps, createProber, groupKey } from './prober.ts'
export { isFullHostName } from './helo.ts'
export { purgeProbing } from './shared/notes.ts'
export { findWellKnownHosts } from './well-known.ts'
export { type Shared, shareThrough } from './shared/sharing.ts'
