import { timingSafeEqual } from 'node:crypto'
import { fail } from '../../../kernel/errors/index.ts'
import type { Caller } from '../../identity/index.ts'
import type { DraftHeaders } from '../draft.ts'
import type { OriginList } from './cors.ts'

/** The browser sessions of the console: an alternative to API keys for its own pages. */
export interface BrowserSessions {
  /** The session token in the cookie of a request; undefined without one. */
  tokenOf(request: Request): string | undefined
  /** The token against cross-site request forgery that belongs to a session. */
  csrfOf(token: string): string
  /**
   * The caller in the project that the request names, or else in the oldest one; renews the session, with the cookie in
   * `headers`. Fails with UNAUTHORIZED for an expired session, PROJECT_NOT_FOUND for a project of another company.
   */
  authenticate(request: Request, token: string, headers: DraftHeaders): Promise<Caller>
}

/** Methods that change nothing: their responses cannot be read by pages of other origins. */
const safe = new Set(['GET', 'HEAD'])

/**
 * Fails with CSRF_REJECTED unless a page of this service sent the request. Browsers send Sec-Fetch-Site to secure origins and
 * to loopback; elsewhere Origin decides. A request that changes something also needs the token of its session in Svc-Csrf.
 */
export function requireOwnPage(request: Request, expected: string, origins: Pick<OriginList, 'isOwn'>): void {
  const { headers } = request
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  const isRead = safe.has(request.method)
  if (site !== null && site !== 'same-origin' && !(isRead && site === 'none')) fail('CSRF_REJECTED')
  if (origin !== null && origin !== new URL(request.url).origin && !origins.isOwn(origin)) fail('CSRF_REJECTED')
  if (isRead) return
  if (site === null && origin === null) fail('CSRF_REJECTED')
  if (!isSame(headers.get('svc-csrf') ?? '', expected))
    fail('CSRF_REJECTED', 'Send the token of the page in the header Svc-Csrf.')
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
