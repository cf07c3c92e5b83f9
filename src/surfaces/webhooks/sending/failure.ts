/** Why an attempt failed, as the delivery log says it. */
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

/** The failure that an answer is, undefined for any 2xx. Redirects are never followed, so they are failures too. */
export function failureOfStatus(status: number): FailureKind | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status >= 300 && status < 400) return 'http_3xx'
  if (status >= 400 && status < 500) return 'http_4xx'
  // Below 200 nothing is final, and above 599 nothing is defined (RFC 9110 15).
  return status >= 500 && status < 600 ? 'http_5xx' : 'protocol'
}

/** The failure that an exchange without an answer is. A URL that the client refuses was allowed once: its address is blocked now. */
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
