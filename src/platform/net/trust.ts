import { type SecureContext, createSecureContext } from 'node:tls'

/** Returns the trusted certificates. */
export type Trust = () => SecureContext

/**
 * Trusts certificates in PEM, or the built-in ones and those of NODE_EXTRA_CA_CERTS. They are read for the first connection,
 * because this takes 4 ms of a start. Throws then if the PEM is invalid.
 */
export function createTrust(ca?: string): Trust {
  let context: SecureContext | undefined
  return () => (context ??= createSecureContext(ca === undefined ? {} : { ca }))
}
