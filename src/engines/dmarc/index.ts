/**
 * DMARC (RFC 9989): the record that applies to a domain, found by the walk up its tree, and what is wrong with it. Asks for
 * records through a function. Start at check-dmarc.ts.
 */
export { type DmarcCheck, checkDmarc } from './check-dmarc.ts'
export { type FoundDmarc, findDmarc } from './find-dmarc.ts'
