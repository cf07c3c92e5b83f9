/**
 * SPF (RFC 7208): records taken apart, whether a client may send, and everything that a record refers to, counted as
 * receivers count it. Requests records through a function. Start at check-host.ts, then check-spf.ts.
 */
export { type SpfAnswer, type SpfDeps, type SpfQuestion, type SpfResult, checkHost } from './check-host.ts'
export { type SpfCheck, checkSpf } from './check-spf.ts'
export { spfReasons } from './reasons.ts'
export { type SpfRecord, type SpfTerm, isSpf, readSpf } from './read-spf.ts'
export type { SpfStep } from './walk.ts'
