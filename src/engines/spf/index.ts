/**
 * SPF (RFC 7208): records taken apart, and everything they refer to, counted as receivers count it. Asks for records through
 * a function. Start at check-spf.ts.
 */
export { checkSpf } from './check-spf.ts'
export { type SpfRecord, type SpfTerm, readSpf } from './read-spf.ts'
