/**
 * Who is behind a domain, as its home page and the registry say (RDAP, RFC 9083). Takes what was answered as text; asks nobody.
 * Start at site-name.ts and rdap.ts.
 */
export { type Registration, readBootstrap, readRegistration, serverFor } from './rdap.ts'
export { readSiteName } from './site-name.ts'
