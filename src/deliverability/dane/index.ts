/**
 * Signed zones (DNSSEC) and certificates named in them for mail hosts (DANE, RFC 7672). Trusts the validating resolver that
 * the operator named. Requests records through a function, and is given what the hosts showed. Start at check-dane.ts.
 */
export { type DaneHost, type DaneDeps, checkDane } from './check-dane.ts'
export { checkDnssec } from './check-dnssec.ts'
export type { Digest, ShownCertificate, TlsaRecord } from './match.ts'
export { daneReasons, dnssecReasons } from './reasons.ts'
