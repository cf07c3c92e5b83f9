import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** The purpose and row of a sealed value; it cannot be opened with any other context. */
export type SealContext = {
  purpose:
    | 'alert channels'
    | 'connection credentials'
    | 'idempotent response'
    | 'mailbox credentials'
    | 'plugin secret'
    | 'retired audit key'
    | 'second factor'
    | 'webhook header'
    | 'webhook secret'
  /** Name of the table and id of the row. */
  table: string
  row: string
  /** Id of the project that owns the row; empty for rows of the installation. */
  project: string
}

/** Seals secrets that are stored and read again, and signs values that leave the service and come back. */
export type Vault = {
  /**
   * Encrypts a secret for storage in one row: `v2.<key id>.<base64url of nonce, tag and text>` (AES-256-GCM, a fresh nonce
   * each time).
   */
  seal(text: string, context: SealContext): string
  /**
   * Decrypts a value that `seal` encrypted for the same context, or one of versions before key ids (`v1.`) for any. Throws
   * if it was altered, belongs to another context, or was sealed with a secret that is not in the vault.
   */
  open(sealed: string, context: SealContext): string
  /** Id of the current key of `seal`: 8 hexadecimal digits derived from the secret. */
  keyId(): string
  /** Id of the key of a sealed value; `v1` for values from before key ids. */
  keyIdOf(sealed: string): string
  /** HMAC-SHA256 of the payload under the current secret, base64url. */
  sign(payload: string): string
  /** The signatures of the payload under every secret of the vault, the current one first. */
  signatures(payload: string): readonly string[]
  /** True if `signatures` contains this signature; constant time for wrong ones. */
  verify(payload: string, signature: string): boolean
}

/**
 * The secrets of the installation: the first seals and signs, the others open and verify values from before a rotation.
 * `latest` reads them again at once; `recent` may return secrets that were read within the last second.
 */
export type SecretSource = { latest(): readonly string[]; recent(): readonly string[] }

const nonceBytes = 12
const tagBytes = 16

type Keys = { id: string; seal: Buffer; sealV1: Buffer; sign: Buffer }

/**
 * A vault whose keys are derived from the installation's secrets (HKDF-SHA256, RFC 5869), one per purpose. `secrets` is one
 * secret or the source of all.
 */
export function createVault(secrets: string | SecretSource): Vault {
  const read =
    typeof secrets === 'string' ? () => [secrets] : (fresh: boolean) => (fresh ? secrets.latest() : secrets.recent())
  const derived = new Map<string, Keys>()

  function keysOf(secret: string): Keys {
    let keys = derived.get(secret)
    if (keys === undefined) derived.set(secret, (keys = deriveKeys(secret)))
    return keys
  }

  function ring(fresh: boolean): [Keys, ...Keys[]] {
    const [current, ...others] = read(fresh)
    if (current === undefined) throw new Error('The installation has no secret')
    return [keysOf(current), ...others.map(keysOf)]
  }

  function openWith(keys: readonly Keys[], sealed: string, context: SealContext): string | undefined {
    const [version, ...parts] = sealed.split('.')
    const [id, body] = version === 'v1' ? [undefined, parts[0]] : [parts[0], parts[1]]
    const bytes = Buffer.from(body ?? '', 'base64url')
    if ((version !== 'v1' && version !== 'v2') || bytes.length < nonceBytes + tagBytes) return undefined
    for (const key of keys) {
      if (id !== undefined && key.id !== id) continue
      const text =
        id === undefined ? decrypt(key.sealV1, bytes) : decrypt(key.seal, bytes, additionalData(key.id, context))
      if (text !== undefined) return text
    }
    return undefined
  }

  const signatures = (payload: string) => ring(false).map(({ sign }) => macOf(sign, payload))
  return {
    seal(text, context) {
      // Another process may have started a rotation: values sealed from then on need the new key.
      const [{ id, seal: key }] = ring(true)
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      cipher.setAAD(additionalData(id, context))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `v2.${id}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open(sealed, context) {
      const text = openWith(ring(false), sealed, context) ?? openWith(ring(true), sealed, context)
      if (text === undefined) throw new Error(`A sealed value cannot be opened: ${context.table} ${context.row}`)
      return text
    },
    keyId: () => ring(true)[0].id,
    keyIdOf(sealed) {
      const [version = '', id = ''] = sealed.split('.')
      return version === 'v2' ? id : version
    },
    sign: (payload) => macOf(ring(false)[0].sign, payload),
    signatures,
    verify(payload, signature) {
      const given = Buffer.from(signature)
      let fits = false
      for (const expected of signatures(payload).map((each) => Buffer.from(each)))
        if (expected.length === given.length && timingSafeEqual(expected, given)) fits = true
      return fits
    },
  }
}

function decrypt(key: Buffer, bytes: Buffer, additional?: Buffer): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  if (additional !== undefined) decipher.setAAD(additional)
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
    return text.toString('utf8')
  } catch {
    return undefined
  }
}

function additionalData(keyId: string, { purpose, table, row, project }: SealContext): Buffer {
  return Buffer.from(JSON.stringify(['svc seal v2', keyId, purpose, table, row, project]))
}

function macOf(key: Buffer, payload: string): string {
  return createHmac('sha256', key).update(payload).digest('base64url')
}

function deriveKeys(secret: string): Keys {
  return {
    id: deriveKey(secret, 'svc key id v2', 4).toString('hex'),
    seal: deriveKey(secret, 'svc seal v2'),
    sealV1: deriveKey(secret, 'svc seal v1'),
    sign: deriveKey(secret, 'svc sign v1'),
  }
}

/** Derives a key for one purpose from the instance secret (HKDF-SHA256, RFC 5869). */
export function deriveKey(secret: string, purpose: string, bytes = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes))
}
