/**
 * SMTP as a client that asks about mailboxes and never sends: replies read within bounds, told apart by whom they concern,
 * and the dialogue up to RCPT. Bytes come and go through a wire that is handed in. Start at session.ts, then classify.ts.
 */
export type { MailboxProbe, ProbeEvidence, ProbeOutcome } from './probe.ts'
