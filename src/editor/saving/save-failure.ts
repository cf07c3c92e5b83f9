/** Classified by whether a retry can succeed. */
export type SaveFailure =
  | { kind: 'conflict' }
  | { kind: 'locked'; message: string }
  | { kind: 'offline' | 'signedOut'; retryMs?: number }
  /** The service rejects the changes. `mayFitInPart`: only some operations. */
  | { kind: 'refused'; message: string; mayFitInPart: boolean }
  | { kind: 'failed'; message: string; passes: boolean; retryMs?: number }

/** Classifies a failure for saving; offline takes precedence. */
export function classifyFailure(error: unknown, isOnline = globalThis.navigator?.onLine !== false): SaveFailure {
  const { code, details, errorType, message, context } = Object(error) as Partial<{
    code: string
    details: string
    errorType: string
    message: string
    context: { retryAfterSeconds?: number }
  }>
  const said = message ?? String(error)
  const seconds = context?.retryAfterSeconds
  const wait = seconds === undefined ? {} : { retryMs: seconds * 1000 }
  if (!isOnline) return { kind: 'offline' }
  switch (code) {
    case 'REVISION_CONFLICT':
      return { kind: 'conflict' }
    case 'TEMPLATE_LOCKED':
    case 'LOCKED':
      return { kind: 'locked', message: said }
    case 'NETWORK_ERROR':
      return { kind: 'offline' }
    // A missing permission is an auth error too, but a new sign-in does not help.
    case 'PERMISSION_DENIED':
    case 'CONTENT_LOCKED':
    case 'DOCUMENT_INVALID':
      return { kind: 'refused', message: details ?? said, mayFitInPart: true }
    case 'TEMPLATE_NOT_FOUND':
    case 'TEMPLATE_READ_ONLY':
      return { kind: 'refused', message: details ?? said, mayFitInPart: false }
    default:
      if (errorType === 'auth') return { kind: 'signedOut', ...wait }
      return { kind: 'failed', message: said, passes: errorType !== 'validation', ...wait }
  }
}
