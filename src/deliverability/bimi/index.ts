/**
 * BIMI (draft-brand-indicators): the logo that mailboxes show for a domain, its format (SVG Tiny PS), and its mark
 * certificate. Records and files are requested through functions; a logo is parsed, never executed.
 * Start at check-bimi.ts.
 */
export { type BimiCheck, type BimiDeps, type FetchFile, checkBimi } from './check-bimi.ts'
export { evaluateLogo } from './evaluate-logo.ts'
export { bimiReasons } from './reasons.ts'
