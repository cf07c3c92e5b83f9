const hexBytes = 24

/** A new REST key: `svc_` and 48 hexadecimal characters. Shown once, stored as a hash. */
export function createApiKey(): string {
  return `svc_${randomHex()}`
}

/** A new public Plugin ID: `svc_pk_` and 48 hexadecimal characters. */
export function createPluginId(): string {
  return `svc_pk_${randomHex()}`
}

/** A new private plugin Secret Key: `svc_sk_` and 48 hexadecimal characters. */
export function createPluginSecret(): string {
  return `svc_sk_${randomHex()}`
}

/** A new id of an editor session: `ses_` and 48 hexadecimal characters. It is a bearer credential. */
export function createSessionId(): string {
  return `ses_${randomHex()}`
}

/** A new token of a link for visitors without an account: 48 hexadecimal characters. It is a bearer credential, stored as a hash. */
export function createLinkToken(): string {
  return randomHex()
}

/** Classifies a credential by its syntax. */
export function keyKind(text: string): 'api' | 'plugin-id' | 'plugin-secret' | 'unknown' {
  if (/^svc_pk_[0-9a-f]{48}$/.test(text)) return 'plugin-id'
  if (/^svc_sk_[0-9a-f]{48}$/.test(text)) return 'plugin-secret'
  if (/^svc_[0-9a-f]{48}$/.test(text)) return 'api'
  return 'unknown'
}

/** The first twelve characters of a key, which may be listed and logged. */
export function keyPrefixShown(key: string): string {
  return key.slice(0, 12)
}

function randomHex(): string {
  return [...crypto.getRandomValues(new Uint8Array(hexBytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
