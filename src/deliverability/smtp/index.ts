/**
 * SMTP client that probes mailboxes and never sends mail: bounded parsing of replies, their classification, and the dialog
 * up to RCPT. Bytes go through an injected wire. Start at session/session.ts, then classify/classify.ts.
 */
export type { MailboxProbe, ProbeEvidence, ProbeOutcome } from './probe.ts'
export { type Phase, type ReplyContext, classifyReply } from './classify/classify.ts'
export { type Reply, messageOf } from './reply/reply.ts'
export { readReportedReply } from './reply/reported.ts'
export { type ReplyFault, ReplyReader } from './reply/reader.ts'
export { type Failure, type Greeted, greet } from './session/open.ts'
export { type Timeouts, type SessionPlan, type TlsUse, sessionLimits } from './session/plan.ts'
export type { Recipient, RecipientResult } from './session/recipient.ts'
export { Session, openSession } from './session/session.ts'
export { type NameShape, randomLocal, randomName, shapeOfLocal } from './random-local.ts'
export type { TlsUpgrade, Wire, WireEnd } from './wire.ts'
