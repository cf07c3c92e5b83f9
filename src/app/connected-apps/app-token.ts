import { hashKey } from '../../platform/identity/index.ts'
import { createToken } from '../accounts/index.ts'

const prefixes = { code: 'svc_oc_', access: 'svc_oa_', refresh: 'svc_or_' } as const

/** A bearer token of 256 random bits, with a prefix for scanners of secrets. */
export function createAppToken(kind: keyof typeof prefixes): string {
  return `${prefixes[kind]}${createToken()}`
}

/** The stored form of a token; undefined for a text that no such token has. */
export function hashAppToken(token: string): string {
  return hashKey(token)
}

export function isAppToken(text: string, kind: keyof typeof prefixes): boolean {
  return text.startsWith(prefixes[kind]) && /^[\w-]{50}$/.test(text)
}
