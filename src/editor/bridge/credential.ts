/**
 * Opens one session without a host page that provides tokens; `POST /init` writes it into the fragment of
 * `editorUrl`.
 */
export interface Credential {
  sessionId: string
  /** Valid for this session only. */
  token: string
  /** Milliseconds since epoch. */
  expiresAt: number
}

/**
 * Reads the credential of this frame and removes it from the URL. It stays in the history entry of the frame for
 * reloads: unlike storage, other pages cannot read that, and it works in browsers that block storage of embedded
 * pages. Undefined if there is none.
 */
export function takeCredential(): Credential | undefined {
  const { hash } = location
  const credential = hash !== '' ? readCredential(hash) : isRestored() ? undefined : keptCredential()
  keepCredential(credential)
  return credential
}

export function keepCredential(credential: Credential | undefined): void {
  const state = credential === undefined ? null : { svcCredential: credential }
  history.replaceState(state, '', location.pathname + location.search)
}

/** If the host sets another `editorUrl`, only the fragment changes, which does not reload the frame by itself. */
export function reloadOnNewCredential(): void {
  addEventListener('hashchange', () => void (readCredential(location.hash) !== undefined && location.reload()))
}

/**
 * True after back or forward navigation. The browser then ignores the current `src` of the frame, which may be for
 * another user.
 */
export function isRestored(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'back_forward'
}

function readCredential(hash: string): Credential | undefined {
  const given = new URLSearchParams(hash.slice(1))
  return checked({
    sessionId: given.get('session'),
    token: given.get('token'),
    expiresAt: Number(given.get('expires') ?? Number.NaN),
  })
}

function keptCredential(): Credential | undefined {
  const { svcCredential } = Object(history.state) as { svcCredential?: unknown }
  return checked(Object(svcCredential))
}

function checked({ sessionId, token, expiresAt }: Record<keyof Credential, unknown>): Credential | undefined {
  if (typeof sessionId !== 'string' || typeof token !== 'string' || typeof expiresAt !== 'number') return undefined
  return sessionId === '' || token === '' || Number.isNaN(expiresAt) ? undefined : { sessionId, token, expiresAt }
}
