/**
 * What a DMARC policy would have done to the mail of a domain, and which policy is safe next. Pure functions on classified
 * streams and the failing mail of each day. No I/O. Start at domain-mail.ts, then replay.ts and advise.ts.
 */
export { type Advice, type Blocker, advise, blockersOf } from './advise.ts'
export type { DomainMail, FailingMail } from './domain-mail.ts'
export { type ProposedPolicy, policyOfRecord } from './proposed-policy.ts'
export { type ByClass, type Replay, type SourceLoss, replayPolicy } from './replay.ts'
export { type MailSource, sourcesOf } from './sources.ts'
export type { Verdict } from './verdict.ts'
