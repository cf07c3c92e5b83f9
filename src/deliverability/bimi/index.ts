/**
 * BIMI (draft-brand-indicators): which logo is beside a domain’s mail, whether it is one that mailboxes show (SVG Tiny
 * PS), and the certificate that vouches for it. Requests records and files through functions; a logo is read, never run.
 * Start at check-bimi.ts.
 */
export { type BimiCheck, type BimiDeps, type FetchFile, checkBimi } from './check-bimi.ts'
export { judgeLogo } from './judge-logo.ts'
export { bimiReasons } from './reasons.ts'
