/**
 * Parsing of certificates and keys (DER, RFC 5280), and of BER values, without verification of signatures. No I/O.
 * Start at certificate.ts.
 */
export { berMembersOf, berOctetsOf, readBer } from './ber.ts'
export { type Certificate, isForHost, readCertificate, readPem } from './certificate.ts'
export { type DerValue, derTags, membersOf, readDer, readObjectId } from './der.ts'
export { modulusBits } from './rsa.ts'
