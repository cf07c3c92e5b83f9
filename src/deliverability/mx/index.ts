/**
 * Who takes mail for a domain (RFC 5321 5, RFC 7505): its MX records in the order in which they are tried, with addresses
 * that may be dialled, or why there is nobody. Requests records through a function, and providers for a name.
 * Start at find-mx.ts.
 */
export { type MxFinding, type MxDeps, type MxOutcome, findMx } from './find-mx.ts'
export { resolveHost } from './resolve.ts'
export type { MailHost, MxAnswer, MxRecord, ResolveMx } from './resolve.ts'
