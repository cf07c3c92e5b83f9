/**
 * SPF (RFC 7208): parsing of records, authorization of a client, and all records that a record refers to, with the limits of
 * receivers. Requests records through a function. Start at check-host.ts, then check-spf.ts.
 */
export { type SpfAnswer, type SpfDeps, type SpfQuestion, type SpfResult, checkHost } from './check-host.ts'
export { addSpfTerms } from './add-terms.ts'
export { type SpfCheck, checkSpf } from './check-spf.ts'
export { spfReasons } from './reasons.ts'
export { type SpfRecord, type SpfTerm, isSpf, readSpf } from './read-spf.ts'
export type { SpfStep } from './walk.ts'
