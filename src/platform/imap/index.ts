/**
 * IMAP sessions (RFC 9051, RFC 3501) that read and file the messages of one folder. imapflow speaks the protocol; the host
 * passes the rules of platform/net, and every step has a timeout. Start at open-session.ts.
 */
export { type ImapProblem, ImapFailure } from './failure.ts'
export { type ImapAccount, type ImapSession, type OpenImap, createOpenImap } from './open-session.ts'
