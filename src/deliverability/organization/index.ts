/**
 * The owner of a domain, from its home page and its registry (RDAP, RFC 9083). Parses responses passed as text; no I/O.
 * Start at site-name.ts and rdap.ts.
 */
export { type Registration, readBootstrap, readRegistration, serverFor } from './rdap.ts'
export { readSiteName } from './site-name.ts'
