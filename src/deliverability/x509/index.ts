/**
 * Parsing of certificates and keys (DER, RFC 5280), without verification of signatures. No I/O.
 * Start at certificate.ts.
 */
export { type Certificate, isForHost, readCertificate, readPem } from './certificate.ts'
export { type DerValue, derTags, membersOf, readDer, readObjectId } from './der.ts'
export { modulusBits } from './rsa.ts'
