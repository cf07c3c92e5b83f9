import { createHmac, timingSafeEqual } from 'node:crypto'
import { type SecretSource, deriveKey } from '../identity/index.ts'
import type { Db } from '../storage/index.ts'

/** The keys of the audit log, derived from the instance secret and never stored. */
export interface AuditKeys {
  /** `v2.<key id>.<HMAC-SHA256, hex>` over the fields as JSON, with the current key. Start the fields with their purpose. */
  sign(fields: readonly unknown[]): string
  /** Whether `sign` made this of these fields; `unknown-key` when it names a key that these are not. */
  check(fields: readonly unknown[], signature: string): 'valid' | 'invalid' | 'unknown-key'
  /** A keyed hash of personal data, 32 hex characters: comparable within the log, meaningless without the secret. */
  pseudonym(text: string): string
}

const signature = /^v2\.([0-9a-f]{8})\.[0-9a-f]{64}$/

/** The keys of an installation, by its secrets or where they are read from: signs with the first and checks with all. */
export function createAuditKeys(secrets: readonly string[] | SecretSource): AuditKeys {
  const read = () => ('recent' in secrets ? secrets.recent() : secrets)
  const derived = new Map<string, { id: string; bytes: Buffer; pseudonym: Buffer }>()
  const keyOf = (secret: string) => {
    const known = derived.get(secret)
    if (known !== undefined) return known
    const key = {
      id: deriveKey(secret, 'svc audit key id v1').toString('hex').slice(0, 8),
      bytes: deriveKey(secret, 'svc audit v1'),
      pseudonym: deriveKey(secret, 'svc audit pseudonym v1'),
    }
    derived.set(secret, key)
    return key
  }
  const keys = () => read().map(keyOf)
  const required = <K>(key: K | undefined): K => {
    if (key === undefined) throw new Error('The installation has no secret')
    return key
  }
  const macWith = (bytes: Uint8Array, fields: readonly unknown[]) =>
    new Bun.CryptoHasher('sha256', bytes).update(JSON.stringify(fields)).digest('hex')
  return {
    sign(fields) {
      const { id, bytes } = required(keys()[0])
      return `v2.${id}.${macWith(bytes, fields)}`
    },
    check(fields, given) {
      const id = signature.exec(given)?.[1]
      if (id === undefined) return 'invalid'
      const key = keys().find((each) => each.id === id)
      if (key === undefined) return 'unknown-key'
      const expected = Buffer.from(`v2.${id}.${macWith(key.bytes, fields)}`)
      return timingSafeEqual(expected, Buffer.from(given)) ? 'valid' : 'invalid'
    },
    // By the oldest secret, so that a new one leaves what was recorded comparable.
    pseudonym: (text) =>
      createHmac('sha256', required(keys().at(-1)).pseudonym)
        .update(text)
        .digest('hex')
        .slice(0, 32),
  }
}

/** Whether a hash of the log is keyed; those of rows written before are not. */
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
