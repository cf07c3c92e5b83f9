/**
 * SMTP probes of mailboxes that protect the reputation of this host: host order, session reuse, rate limits per provider and
 * egress, pauses after blocks and timeouts. Uses deliverability/smtp for the dialog and platform/net for connections.
 * Start at prober.ts, then group.ts and connection.ts.
 */
export { type AuditFinding, type AuditDeps, auditIdentity } from './audit.ts'
export type { ProbeMx, ProbeOptions, ProbeTarget } from './job.ts'
export { type ProbingLimits, defaultLimits } from './limits.ts'
export { type ProbeItem, type ItemResult, probeMany } from './probe-many.ts'
export { type Prober, type ProberDeps, createProber, groupKey } from './prober.ts'
export { isFullHostName } from './helo.ts'
export { purgeProbing } from './shared/notes.ts'
export { findWellKnownHosts } from './well-known.ts'
export { type Shared, shareThrough } from './shared/sharing.ts'
