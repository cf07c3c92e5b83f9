import { hmacSha256, toBase64 } from './crypto.ts'
import { ConfigurationError } from './errors.ts'

const lifetime = 24 * 3_600_000

/**
 * Signs a plugin token for an end user: base64 of `<payload JSON>.<hex HMAC-SHA256 of that JSON>`. Call it on a server only.
 * `expires` is in milliseconds since 1970, and 24 hours ahead by default, which is the longest lifetime.
 */
export async function signPluginToken(options: {
  pluginId: string
  secretKey: string
  userId: number
  expires?: number
}): Promise<string> {
  const { pluginId, secretKey, userId, expires = Date.now() + lifetime } = options
  if (!/^svc_pk_[0-9a-f]{48}$/.test(pluginId))
    throw new ConfigurationError('INVALID_ARGUMENT', 'pluginId must be svc_pk_ and 48 hexadecimal characters')
  if (!/^svc_sk_[0-9a-f]{48}$/.test(secretKey))
    throw new ConfigurationError('INVALID_ARGUMENT', 'secretKey must be svc_sk_ and 48 hexadecimal characters')
  if (!Number.isSafeInteger(userId) || !Number.isSafeInteger(expires))
    throw new ConfigurationError('INVALID_ARGUMENT', 'userId and expires must be integers')
  const payload = JSON.stringify({ pluginId, userId, expires })
  const encoder = new TextEncoder()
  const signature = await hmacSha256(encoder.encode(secretKey), encoder.encode(payload))
  const hex = [...signature].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return toBase64(encoder.encode(`${payload}.${hex}`))
}
