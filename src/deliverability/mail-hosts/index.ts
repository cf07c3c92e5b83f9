/**
 * The hosts that take the mail of a domain, judged: whether they are there, whether their addresses have names, and whether
 * the way to them is encrypted. Requests records through a function, and is given what the hosts did. Start at check-mx.ts.
 */
export { type MxCheck, checkMx } from './check-mx.ts'
export { type ConfirmedName, type HostAddress, checkPtr, confirmName } from './check-ptr.ts'
export { type HostEncryption, type TlsAnswer, type TlsCheck, type TlsHost, checkTls } from './check-tls.ts'
export { mxReasons, ptrReasons, tlsReasons } from './reasons.ts'
