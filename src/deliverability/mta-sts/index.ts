/**
 * Transport security of a domain: MTA-STS (RFC 8461) and its reports (RFC 8460). Requests records and the policy through
 * functions. Start at check-mta-sts.ts.
 */
export { type FetchPolicy, type MtaStsCheck, type StsHost, checkMtaSts } from './check-mta-sts.ts'
export { checkTlsReports } from './check-tls-reports.ts'
export { type StsPolicy, matchesMx, readPolicy } from './read-policy.ts'
export { mtaStsReasons, tlsReportReasons } from './reasons.ts'
