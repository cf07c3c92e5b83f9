/** Values of `error` in the delivery log. */
export type FailureKind =
  | 'dns'
  | 'blocked_address'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'protocol'
  | 'http_3xx'
  | 'http_4xx'
  | 'http_5xx'
  | 'too_large'
  | 'internal'

/** Undefined for any 2xx. Redirects are not followed, so they are failures too. */
export function failureOfStatus(status: number): FailureKind | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status >= 300 && status < 400) return 'http_3xx'
  if (status >= 400 && status < 500) return 'http_4xx'
  // 1xx is never final, and statuses above 599 are undefined (RFC 9110 15).
  return status >= 500 && status < 600 ? 'http_5xx' : 'protocol'
}

/**
 * Failure of a request without a response. The URL was valid when it was stored, so a URL refused now has a blocked IP
 * address.
 */
export function failureOfKind(kind: string): FailureKind {
  if (kind === 'invalid_url') return 'blocked_address'
  return outboundKinds.find((known) => known === kind) ?? 'internal'
}

const outboundKinds: readonly FailureKind[] = [
  'dns',
  'blocked_address',
  'connect',
  'tls',
  'timeout',
  'too_large',
  'protocol',
]
