/**
 * DMARC (RFC 9989): the record that applies to a domain, found by the tree walk, and its problems.
 * Requests records through a function. Start at check-dmarc.ts.
 */
export { type DmarcCheck, type DmarcDeps, checkDmarc } from './check-dmarc.ts'
export { type FoundDmarc, findDmarc, isDmarc } from './find-dmarc.ts'
export type { DmarcPolicy } from './judge-tags.ts'
export { dmarcReasons } from './reasons.ts'
