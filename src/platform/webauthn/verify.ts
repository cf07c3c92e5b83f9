import type { RelyingParty } from './relying-party.ts'

/** A response to `navigator.credentials.create`; texts are base64url. */
export interface PasskeyRegistration {
  id: string
  clientDataJSON: string
  attestationObject: string
  transports: readonly string[]
}

/** A response to `navigator.credentials.get`; texts are base64url. */
export interface PasskeyAssertion {
  id: string
  clientDataJSON: string
  authenticatorData: string
  signature: string
  userHandle: string
}

export interface StoredPasskey {
  credentialId: string
  /** COSE key, base64url. */
  publicKey: string
  signCount: number
}

export interface NewPasskey extends StoredPasskey {
  transports: readonly string[]
}

interface Expected {
  party: RelyingParty
  /** Of the text that was the challenge. */
  isChallenge: (challenge: string) => boolean
}

/** The key of a passkey that has verified its user; undefined for a response that is malformed, or to something else. */
export async function verifyRegistration(
  { attestationObject, clientDataJSON, id, transports }: PasskeyRegistration,
  expected: Expected,
): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const verified = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject },
    },
    ...expectedOf(expected),
  }).catch(() => undefined)
  if (verified?.verified !== true) return undefined
  const { counter, id: credentialId, publicKey } = verified.registrationInfo.credential
  return { credentialId, publicKey: Buffer.from(publicKey).toString('base64url'), signCount: counter, transports }
}

/**
 * The new counter of a passkey that has verified its user. Undefined for a response that is malformed, to something else, signed
 * with another key, or by a copy of the passkey, whose counter is behind.
 */
export async function verifyAssertion(
  { authenticatorData, clientDataJSON, id, signature, userHandle }: PasskeyAssertion,
  { publicKey, signCount }: StoredPasskey,
  expected: Expected,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const verified = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature, userHandle },
    },
    credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: signCount },
    ...expectedOf(expected),
  }).catch(() => undefined)
  return verified?.verified === true ? verified.authenticationInfo.newCounter : undefined
}

function expectedOf({ isChallenge, party }: Expected) {
  return {
    expectedChallenge: (challenge: string) => isChallenge(Buffer.from(challenge, 'base64url').toString()),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }
}
