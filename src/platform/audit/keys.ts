import { createHmac, timingSafeEqual } from 'node:crypto'
import { type SecretSource, deriveKey } from '../identity/index.ts'
import type { Db } from '../storage/index.ts'

/** The keys of the audit log: those derived from the current secrets of the installation, and retired ones. */
export interface AuditKeys {
  /** `v2.<key id>.<HMAC-SHA256, hex>` of the fields as JSON, with the current key. The first field is the purpose. */
  sign(fields: readonly unknown[]): string
  /** Verifies a signature of `sign` for these fields; `unknown-key` if it names a key that is not among these. */
  check(fields: readonly unknown[], signature: string): 'valid' | 'invalid' | 'unknown-key'
  /** The retirement of a key, by its id; undefined for the current key and for keys that are not retired. */
  retirement(keyId: string): Retirement | undefined
  /** The retirement of the key that a signature names. */
  retirementOf(signature: string): Retirement | undefined
  /** A keyed hash of personal data, 32 hex characters: comparable within the log, meaningless without the secret. */
  pseudonym(text: string): string
  /** The pseudonyms of the text under every key. */
  pseudonyms(text: string): readonly string[]
}

/** The time from which no row may be signed with a key. */
export interface Retirement {
  readonly keyId: string
  /** Milliseconds since epoch. Each chain with rows of the key has a later row `audit.key_retired` with this time. */
  readonly retiredAt: number
  /** The highest number of an anchor that the key may have signed. */
  readonly lastAnchor: number
}

/** A key that signs and verifies, derived from one secret. */
export interface AuditKey {
  readonly id: string
  readonly bytes: Buffer
  readonly pseudonym: Buffer
}

/** The key of a secret that was replaced. */
export interface RetiredKey extends AuditKey, Retirement {}

const signature = /^v2\.([0-9a-f]{8})\.[0-9a-f]{64}$/

export function deriveAuditKey(secret: string): AuditKey {
  return {
    id: deriveKey(secret, 'svc audit key id v1').toString('hex').slice(0, 8),
    bytes: deriveKey(secret, 'svc audit v1'),
    pseudonym: deriveKey(secret, 'svc audit pseudonym v1'),
  }
}

/**
 * The keys of an installation, from its secrets or their source, and its retired keys, the newest first: signs with the
 * first secret and verifies with all. Secrets that are removed while the process runs still verify until it ends.
 */
export function createAuditKeys(
  secrets: readonly string[] | SecretSource,
  retired: readonly RetiredKey[] = [],
): AuditKeys {
  const read = () => ('recent' in secrets ? secrets.recent() : secrets)
  /** By secret, the oldest first. */
  const derived = new Map<string, AuditKey>()
  const keyOf = (secret: string) => {
    const known = derived.get(secret)
    if (known !== undefined) return known
    const key = deriveAuditKey(secret)
    derived.set(secret, key)
    return key
  }
  const current = () => {
    const [secret] = read()
    if (secret === undefined) throw new Error('The installation has no secret')
    return keyOf(secret)
  }
  let ring: { given: readonly string[]; keys: readonly AuditKey[] } | undefined
  /** All keys, the newest first. */
  const keys = (): readonly AuditKey[] => {
    const given = read()
    if (ring?.given === given) return ring.keys
    for (const secret of given.toReversed()) keyOf(secret)
    // A retired key sorts after all others, in whatever order secrets are given.
    const isRetired = new Set(retired.map(({ id }) => id))
    const others = [...given.map(keyOf), ...[...derived.values()].reverse()].filter(({ id }) => !isRetired.has(id))
    const all = [...new Map([current(), ...others, ...retired].map((key) => [key.id, key])).values()]
    ring = { given, keys: all }
    return all
  }
  keys()
  const macWith = (bytes: Uint8Array, fields: readonly unknown[]) =>
    new Bun.CryptoHasher('sha256', bytes).update(JSON.stringify(fields)).digest('hex')
  const pseudonymWith = (key: AuditKey, text: string) =>
    createHmac('sha256', key.pseudonym).update(text).digest('hex').slice(0, 32)
  const retirement = (id: string | undefined) =>
    id === current().id ? undefined : retired.find((key) => key.id === id)
  return {
    sign(fields) {
      const { id, bytes } = current()
      return `v2.${id}.${macWith(bytes, fields)}`
    },
    check(fields, given) {
      const id = keyIdOf(given)
      if (id === undefined) return 'invalid'
      const key = keys().find((each) => each.id === id)
      if (key === undefined) return 'unknown-key'
      const expected = Buffer.from(`v2.${id}.${macWith(key.bytes, fields)}`)
      return timingSafeEqual(expected, Buffer.from(given)) ? 'valid' : 'invalid'
    },
    retirement,
    retirementOf: (given) => retirement(keyIdOf(given)),
    // Uses the oldest key, so that a new one leaves recorded pseudonyms comparable.
    pseudonym(text) {
      const all = keys()
      return pseudonymWith(all.at(-1) ?? current(), text)
    },
    pseudonyms: (text) => keys().map((key) => pseudonymWith(key, text)),
  }
}

/** Id of the key of a signature; undefined for other text. */
export function keyIdOf(given: string): string | undefined {
  return signature.exec(given)?.[1]
}

/** False for rows that were written before chains were keyed. */
export function isKeyed(hash: string): boolean {
  return signature.test(hash)
}

const keysOfStore = new WeakMap<object, AuditKeys>()

/** Sets the audit keys of this store. Call once per open store, before any recording. */
export function useAuditKeys(db: Pick<Db, 'identity'>, keys: AuditKeys): void {
  keysOfStore.set(db.identity, keys)
}

/** The keys of a store. Throws if none were set: a row without a key would count as forged. */
export function auditKeysOf(db: Pick<Db, 'identity'>): AuditKeys {
  const keys = keysOfStore.get(db.identity)
  if (keys === undefined) throw new Error('The audit log of this store has no key: call useAuditKeys after opening it.')
  return keys
}
