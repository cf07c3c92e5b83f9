/**
 * Encryption on the way to a domain: MTA-STS (RFC 8461) and the reports about it (RFC 8460). Requests records and for the
 * policy through functions. Start at check-mta-sts.ts.
 */
export { type FetchPolicy, type MtaStsCheck, type StsHost, checkMtaSts } from './check-mta-sts.ts'
export { checkTlsReports } from './check-tls-reports.ts'
export { type StsPolicy, matchesMx, readPolicy } from './read-policy.ts'
export { mtaStsReasons, tlsReportReasons } from './reasons.ts'
