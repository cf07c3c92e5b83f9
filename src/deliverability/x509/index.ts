/**
 * Certificates and keys as they are written (DER, RFC 5280): what they say, and nothing about whether it is true. Asks nobody.
 * Start at certificate.ts.
 */
export { type Certificate, isForHost, readCertificate, readPem } from './certificate.ts'
export { type DerValue, derTags, membersOf, readDer, readObjectId } from './der.ts'
export { modulusBits } from './rsa.ts'
