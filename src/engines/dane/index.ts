/**
 * Signed zones (DNSSEC) and certificates named in them for mail hosts (DANE, RFC 7672). Trusts the validating resolver that
 * the operator named. Asks for records through a function. Start at check-dane.ts.
 */
export { checkDane, checkDnssec } from './check-dane.ts'
