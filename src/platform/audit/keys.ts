import { createHmac, timingSafeEqual } from 'node:crypto'
import { type SecretSource, deriveKey } from '../identity/index.ts'
import type { Db } from '../storage/index.ts'

/** The keys of the audit log: derived from the secrets of the installation, and those of secrets that it no longer has. */
export interface AuditKeys {
  /** `v2.<key id>.<HMAC-SHA256, hex>` over the fields as JSON, with the current key. Start the fields with their purpose. */
  sign(fields: readonly unknown[]): string
  /** True if `sign` made this of these fields; `unknown-key` when it names a key that these are not. */
  check(fields: readonly unknown[], signature: string): 'valid' | 'invalid' | 'unknown-key'
  /** The retirement of a key, by its id; undefined for the current key and for keys that are not retired. */
  retirement(keyId: string): Retirement | undefined
  /** The same for the key that a signature names. */
  retirementOf(signature: string): Retirement | undefined
  /** A keyed hash of personal data, 32 hex characters: comparable within the log, meaningless without the secret. */
  pseudonym(text: string): string
  /** The pseudonyms of the text under every key. */
  pseudonyms(text: string): readonly string[]
}

/** From when on nothing may be signed with a key any more. */
export interface Retirement {
  readonly keyId: string
  /** Milliseconds since epoch. Each chain that has rows of the key has a row `audit.key_retired` with this time behind them. */
  readonly retiredAt: number
  /** The highest number of an anchor that the key may have signed. */
  readonly lastAnchor: number
}

/** What signs and checks, derived from one secret. */
export interface AuditKey {
  readonly id: string
  readonly bytes: Buffer
  readonly pseudonym: Buffer
}

/** The key of a secret that was replaced. */
export interface RetiredKey extends AuditKey, Retirement {}

const signature = /^v2\.([0-9a-f]{8})\.[0-9a-f]{64}$/

/** The audit key of one secret. */
export function deriveAuditKey(secret: string): AuditKey {
  return {
    id: deriveKey(secret, 'svc audit key id v1').toString('hex').slice(0, 8),
    bytes: deriveKey(secret, 'svc audit v1'),
    pseudonym: deriveKey(secret, 'svc audit pseudonym v1'),
  }
}

/**
 * The keys of an installation, by its secrets or where they are read from, and its retired keys, the newest first: signs with
 * the first secret and checks with all. Secrets that go away while the process runs keep checking until it ends.
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
    // A retired key comes after all that are not, in whatever order secrets are given.
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
    // By the oldest key, so that a new one leaves what was recorded comparable.
    pseudonym(text) {
      const all = keys()
      return pseudonymWith(all.at(-1) ?? current(), text)
    },
    pseudonyms: (text) => keys().map((key) => pseudonymWith(key, text)),
  }
}

/** Id of the key that made a signature; undefined for what is none. */
export function keyIdOf(given: string): string | undefined {
  return signature.exec(given)?.[1]
}

/** True if a hash of the log is keyed; those of rows written before are not. */
export function isKeyed(hash: string): boolean {
  return signature.test(hash)
}

const keysOfStore = new WeakMap<object, AuditKeys>()

/** From now on the audit log of this store is written with these keys. Once per open store, before anything is recorded. */
export function useAuditKeys(db: Pick<Db, 'identity'>, keys: AuditKeys): void {
  keysOfStore.set(db.identity, keys)
}

/** The keys of a store. Throws where none were given: a row without a key would count as forged. */
export function auditKeysOf(db: Pick<Db, 'identity'>): AuditKeys {
  const keys = keysOfStore.get(db.identity)
  if (keys === undefined) throw new Error('The audit log of this store has no key: call useAuditKeys after opening it.')
  return keys
}
