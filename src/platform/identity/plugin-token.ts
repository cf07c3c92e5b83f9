import { createHmac, timingSafeEqual } from 'node:crypto'
import { limits } from '../../kernel/limits.ts'
import { type EndUserClaims, libraryClaimOf, readClaims } from './end-user.ts'

/** What a plugin token says, once its signature is known to be right. */
export interface PluginTokenPayload extends EndUserClaims {
  pluginId: string
  /** Of the host's own user; numbers and texts are the same person when they read the same. */
  userId: string
  /** Shown beside what the user saved; `User 42` unless the host gives one. */
  name: string
  /** Milliseconds since epoch. */
  expires: number
  /** Given in tokens that the service signed for the frame of one session. */
  binding?: SessionBinding
}

/** What limits a token to one editor session, and so to its email: the claim `svcSession`. */
export interface SessionBinding {
  /** Hash of the session's id. */
  session: string
  /** Milliseconds since epoch: when the host's token expires, and with it every token that was made of it. */
  until: number
}

/** A token taken apart; nothing of it is to be believed before `isSignedWith`. */
export interface PluginToken {
  /** Whose token it claims to be. */
  pluginId: string
  /** The bytes that are signed: the payload as it was written, not as it would be written again. */
  signed: Uint8Array
  signature: string
  payload: PluginTokenPayload
  /** Why a claim is not valid, as a sentence; for anyone who knows the secret only. */
  problem?: string
}

// Clocks of hosts run ahead a little.
const skewMs = 5 * 60 * 1000

/**
 * Takes an ES-PLUGIN-AUTH token apart: one base64 around `<payload JSON>.<hex signature>`. The last point
 * divides, for the JSON may hold others. Undefined for anything else, the second form of that section included.
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

/** True if the token was signed with this Secret Key; takes the same time for every wrong signature. */
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
 * Signs a token for the same user with the same claims, which is good for one session only. It expires at `expires`, at
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

/** True if the token is too old, or would live longer than a token may: 24 hours, and five minutes for clocks that differ. */
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
  const { pluginId, userId, expires, name, emailId, svcSession } = value as Record<string, unknown>
  const isNumber = typeof userId === 'number' && Number.isFinite(userId)
  const isText = typeof userId === 'string' && isPlain(userId)
  if (typeof pluginId !== 'string' || !(isNumber || isText) || typeof expires !== 'number') return undefined
  // What limits a token is never passed over because it is misspelt.
  if (emailId !== undefined && !(typeof emailId === 'string' && isPlain(emailId))) return undefined
  if (svcSession !== undefined && !isBinding(svcSession)) return undefined
  const id = String(userId)
  const payload = {
    pluginId,
    userId: id,
    expires,
    name: typeof name === 'string' && isPlain(name) ? name : `User ${id}`,
    ...(emailId === undefined ? {} : { emailId }),
    ...(svcSession === undefined ? {} : { binding: svcSession }),
  }
  const claims = readClaims(value as Record<string, unknown>)
  return 'problem' in claims ? { payload, ...claims } : { payload: { ...payload, ...claims } }
}

function isBinding(claim: unknown): claim is SessionBinding {
  if (typeof claim !== 'object' || claim === null) return false
  const { session, until } = claim as Record<string, unknown>
  return typeof session === 'string' && typeof until === 'number'
}

function isPlain(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return text !== '' && text.length <= 200 && text.isWellFormed() && !/[\u0000-\u001f\u007f]/.test(text)
}
