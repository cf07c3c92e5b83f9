/**
 * Encryption on the way to a domain: MTA-STS (RFC 8461) and the reports about it (RFC 8460). Asks for records and for the
 * policy through functions. Start at check-mta-sts.ts.
 */
export { type FetchPolicy, checkMtaSts, checkTlsReports } from './check-mta-sts.ts'
export { type StsPolicy, matchesMx, readPolicy } from './read-policy.ts'
