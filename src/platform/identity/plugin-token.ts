import { createHmac, timingSafeEqual } from 'node:crypto'
import { limits } from '../../kernel/limits.ts'
import type { AccountClaim } from './account-claim.ts'
import { type EndUserClaims, libraryClaimOf, readClaims } from './end-user.ts'

/** The payload of a plugin token, once its signature is verified. */
export interface PluginTokenPayload extends EndUserClaims {
  pluginId: string
  /** The host's own user id; numbers and texts that read the same are the same user. */
  userId: string
  /** Shown next to the user's changes; `User 42` if the host gives none. */
  name: string
  /** Milliseconds since epoch. */
  expires: number
  /** Set in tokens that the service signed for the frame of one session. */
  binding?: SessionBinding
  /** Set in tokens that the console signed for a signed-in person. */
  svcAccount?: AccountClaim
}

/** Limits a token to one editor session, and so to its email: the claim `svcSession`. */
export interface SessionBinding {
  /** Hash of the session's id. */
  session: string
  /** Milliseconds since epoch: expiry of the host's token, and of every token derived from it. */
  until: number
}

/** A decoded token, untrusted until `isSignedWith` returns true. */
export interface PluginToken {
  /** Claimed, not verified. */
  pluginId: string
  /** The signed bytes: the payload as it was written, not serialized again. */
  signed: Uint8Array
  signature: string
  payload: PluginTokenPayload
  /** The problem of an invalid claim, as a sentence; only for holders of the secret. */
  problem?: string
}

// Tolerance for hosts whose clocks are ahead.
const skewMs = 5 * 60 * 1000

/**
 * Decodes an ES-PLUGIN-AUTH token: base64 of `<payload JSON>.<hex signature>`. The last dot separates, because the JSON may
 * contain others. Undefined for any other text, including the second form of that section.
 */
export function readPluginToken(header: string): PluginToken | undefined {
  if (header.length > limits.pluginTokenLength || !/^[A-Za-z0-9+/]+={0,2}$/.test(header)) return undefined
  const bytes = Buffer.from(header, 'base64')
  const point = bytes.lastIndexOf('.')
  if (point <= 0) return undefined
  const signature = bytes.toString('latin1', point + 1)
  if (!/^[0-9a-f]{64}$/i.test(signature)) return undefined
  const signed = bytes.subarray(0, point)
  const read = readPayload(signed)
  return read && { pluginId: read.payload.pluginId, signed, signature: signature.toLowerCase(), ...read }
}

/** True if the token was signed with this Secret Key; constant time for wrong signatures. */
export function isSignedWith({ signed, signature }: PluginToken, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(signed).digest('hex')
  return timingSafeEqual(Buffer.from(expected), Buffer.from(signature))
}

/** Signs a token as a host's server does. */
export function signPluginToken(
  payload: Omit<PluginTokenPayload, 'userId' | 'binding' | keyof EndUserClaims> & {
    userId: number | string
    emailId?: string
  },
  secret: string,
): string {
  const json = JSON.stringify(payload)
  const signature = createHmac('sha256', secret).update(json).digest('hex')
  return Buffer.from(`${json}.${signature}`).toString('base64')
}

/**
 * Signs a token for the same user with the same claims, valid for one session only. It expires at `expires`, at
 * `binding.until` at the latest (milliseconds since epoch).
 */
export function signSessionToken(
  { library, binding: _, ...payload }: PluginTokenPayload,
  { binding, expires }: { binding: SessionBinding; expires: number },
  secret: string,
): string {
  const claims = {
    ...payload,
    ...(library === undefined ? {} : { library: libraryClaimOf(library) }),
    expires: Math.min(expires, binding.until),
    svcSession: binding,
  }
  return signPluginToken(claims, secret)
}

/** Max lifetime of a token: 24 hours, plus five minutes for clock differences. */
export function lifeOf({ payload: { expires } }: PluginToken, nowMs: number): 'valid' | 'expired' | 'too-long' {
  if (expires <= nowMs) return 'expired'
  return expires > nowMs + limits.pluginTokenHours * 3_600_000 + skewMs ? 'too-long' : 'valid'
}

function readPayload(bytes: Uint8Array): Pick<PluginToken, 'payload' | 'problem'> | undefined {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { pluginId, userId, expires, name, emailId, svcAccount, svcSession } = value as Record<string, unknown>
  const isNumber = typeof userId === 'number' && Number.isFinite(userId)
  const isText = typeof userId === 'string' && isPlain(userId)
  if (typeof pluginId !== 'string' || !(isNumber || isText) || typeof expires !== 'number') return undefined
  // An invalid claim that limits a token must not be ignored.
  if (emailId !== undefined && !(typeof emailId === 'string' && isPlain(emailId))) return undefined
  if (svcSession !== undefined && !isBinding(svcSession)) return undefined
  if (svcAccount !== undefined && !isAccountClaim(svcAccount)) return undefined
  const id = String(userId)
  const payload = {
    pluginId,
    userId: id,
    expires,
    name: typeof name === 'string' && isPlain(name) ? name : `User ${id}`,
    ...(emailId === undefined ? {} : { emailId }),
    ...(svcSession === undefined ? {} : { binding: svcSession }),
    ...(svcAccount === undefined ? {} : { svcAccount }),
  }
  const claims = readClaims(value as Record<string, unknown>)
  return 'problem' in claims ? { payload, ...claims } : { payload: { ...payload, ...claims } }
}

function isBinding(claim: unknown): claim is SessionBinding {
  if (typeof claim !== 'object' || claim === null) return false
  const { session, until } = claim as Record<string, unknown>
  return typeof session === 'string' && typeof until === 'number'
}

function isAccountClaim(claim: unknown): claim is AccountClaim {
  if (typeof claim !== 'object' || claim === null) return false
  const { id, proof } = claim as Record<string, unknown>
  return typeof id === 'string' && typeof proof === 'string'
}

function isPlain(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return text !== '' && text.length <= 200 && text.isWellFormed() && !/[\u0000-\u001f\u007f]/.test(text)
}
