const mask = '[redacted]'
const secretNames =
  /^(.*[_-])?(authorization|api[_-]?key|svc[_-]api[_-]auth|es[_-]plugin[_-]auth|password|passwd|secret|token|cookie|set[_-]cookie|session|signature)$/i
// Our own credentials anywhere in a text, and other credentials after an authorization scheme or in a URL.
const secretTexts =
  /\b(svc_(?:[ps]k_)?[0-9a-f]{8})[0-9a-f]{8,}|\b(whsec_)[\w+/=-]+|\b((?:bearer|basic)\s+)[\w.~+/=-]+/gi
const mayHoldSecret = /svc_|whsec_|bearer|basic|:\/\//i
const credentialsInUrl = /(?<!\w)(\w+:\/\/[^\s:/@]*:)[^\s/@]+@/g
const maxDepth = 6
const maxTextLength = 4000
const maxItems = 50

/**
 * Masks every secret in a value: members with secret names, and keys, webhook secrets, authorization values and passwords in
 * URLs inside any text. Errors become their name, message, stack and cause. What is too deep or long is truncated, and says so.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (depth === maxDepth) return '[…]'
  if (value instanceof Error) return redactError(value, depth)
  if (Array.isArray(value)) return redactItems(value, depth)
  const clean: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value))
    clean[name] = isSecretName(name) && member != null ? mask : redact(member, depth + 1)
  return clean
}

function redactItems(items: readonly unknown[], depth: number): unknown[] {
  const kept = items.slice(0, maxItems).map((item) => redact(item, depth + 1))
  return items.length > maxItems ? [...kept, `[… ${items.length - maxItems} more]`] : kept
}

const evaluated = new Map<string, boolean>()
const maxEvaluated = 1000

// Cached, because every request has the same few names.
function isSecretName(name: string): boolean {
  let secret = evaluated.get(name)
  if (secret === undefined) {
    secret = secretNames.test(name)
    if (evaluated.size < maxEvaluated) evaluated.set(name, secret)
  }
  return secret
}

function redactText(text: string): string {
  if (text.length <= maxTextLength && !mayHoldSecret.test(text)) return text
  const cut = text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text
  return cut
    .replace(secretTexts, (_, key?: string, hook?: string, scheme?: string) => `${key ?? hook ?? scheme ?? ''}${mask}`)
    .replace(credentialsInUrl, `$1${mask}@`)
}

function redactError(error: Error, depth: number): unknown {
  return {
    name: error.name,
    message: redactText(error.message),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...(error.stack === undefined ? {} : { stack: redactText(error.stack) }),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, depth + 1) }),
  }
}
