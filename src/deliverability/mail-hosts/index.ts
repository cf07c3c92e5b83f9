/**
 * Evaluates the mail hosts of a domain: existence, PTR names and encryption. Requests records through a function, and gets the
 * TLS results of the hosts as data. Start at check-mx.ts.
 */
export { type MxCheck, checkMx } from './check-mx.ts'
export { type ConfirmedName, type HostAddress, checkPtr, confirmName } from './check-ptr.ts'
export { type HostEncryption, type TlsAnswer, type TlsCheck, type TlsHost, checkTls } from './check-tls.ts'
export { mxReasons, ptrReasons, tlsReasons } from './reasons.ts'
