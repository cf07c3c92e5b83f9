/**
 * Mail hosts of a domain (RFC 5321 5, RFC 7505): MX records in the order of attempts, with reachable IP addresses, or the
 * reason for having none. Requests records through a function, and looks up the provider of a host name.
 * Start at find-mx.ts.
 */
export { type MxFinding, type MxDeps, type MxOutcome, findMx } from './find-mx.ts'
export { resolveHost } from './resolve.ts'
export type { MailHost, MxAnswer, MxRecord, ResolveMx } from './resolve.ts'
