import { readTags } from '../findings/index.ts'
import { readKey } from './read-key.ts'

export interface KeyChange {
  readonly code:
    'key_added' | 'key_changed' | 'key_removed' | 'key_revoked' | 'key_weakened' | 'key_weak' | 'key_testing'
  /** True if receivers trust the signature less than before. */
  readonly isWeakening: boolean
}

/** Below this size receivers treat an RSA signature as missing (RFC 8301 3.2). */
const minBits = 1024

/**
 * Compares the records of one selector; null: there was, or is, none. A key that is removed or revoked is the end of a
 * rotation, and no weakening.
 */
export function compareKeys(before: string | null, after: string | null): KeyChange[] {
  if (after === null) return before === null ? [] : [{ code: 'key_removed', isWeakening: false }]
  const now = readKey(after, '')
  if (now.isRevoked) return before === null ? [] : [{ code: 'key_revoked', isWeakening: false }]
  const old = before === null ? undefined : readKey(before, '')
  const wasLive = old !== undefined && !old.isRevoked
  const isNew = keyOf(before) !== keyOf(after)
  const isTesting = has(now, 'dkim.testing') && !(wasLive && has(old, 'dkim.testing'))
  const bits = now.bits ?? Infinity
  const isSmaller = wasLive && isNew && bits < (old.bits ?? Infinity)
  return [
    { code: wasLive ? 'key_changed' : 'key_added', isWeakening: false },
    ...(isSmaller ? [{ code: 'key_weakened', isWeakening: true } as const] : []),
    ...(bits < minBits && isNew ? [{ code: 'key_weak', isWeakening: true } as const] : []),
    ...(isTesting ? [{ code: 'key_testing', isWeakening: true } as const] : []),
  ]
}

function has({ findings }: ReturnType<typeof readKey>, code: string): boolean {
  return findings.some((each) => each.code === code)
}

/** The key itself, however the record is written. */
function keyOf(record: string | null): string {
  return (readTags(record ?? '').tags.get('p') ?? '').replaceAll(/\s/g, '')
}
