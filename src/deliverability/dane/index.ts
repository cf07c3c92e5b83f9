/**
 * Signed zones (DNSSEC) and TLSA records of mail hosts (DANE, RFC 7672). Trusts the validating resolver of the
 * configuration. Requests records through a function, and gets the certificates of the hosts as data. Start at
 * check-dane.ts.
 */
export { type DaneHost, type DaneDeps, checkDane } from './check-dane.ts'
export { checkDnssec } from './check-dnssec.ts'
export type { Digest, ShownCertificate, TlsaRecord } from './match.ts'
export { daneReasons, dnssecReasons } from './reasons.ts'
