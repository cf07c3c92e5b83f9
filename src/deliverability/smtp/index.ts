/**
 * SMTP as a client that asks about mailboxes and never sends: replies read within bounds, distinguished by whom they concern,
 * and the dialogue up to RCPT. Bytes come and go through a wire that is handed in. Start at session/session.ts, then
 * classify/classify.ts.
 */
export type { MailboxProbe, ProbeEvidence, ProbeOutcome } from './probe.ts'
export { type Phase, type ReplyContext, classifyReply } from './classify/classify.ts'
export { type Reply, messageOf } from './reply/reply.ts'
export { type ReplyFault, ReplyReader } from './reply/reader.ts'
export { type Failure, type Greeted, greet } from './session/open.ts'
export { type Timeouts, type SessionPlan, type TlsUse, sessionLimits } from './session/plan.ts'
export type { Recipient, RecipientAnswer } from './session/recipient.ts'
export { Session, openSession } from './session/session.ts'
export { randomLocal } from './random-local.ts'
export type { TlsUpgrade, Wire, WireEnd } from './wire.ts'
