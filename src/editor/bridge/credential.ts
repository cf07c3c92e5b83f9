/** What opens one session without a host page that hands over tokens: what `POST /init` writes into the fragment of `editorUrl`. */
export interface Credential {
  sessionId: string
  /** For this session only. */
  token: string
  /** Milliseconds since epoch. */
  expiresAt: number
}

/**
 * The credential of this frame, which is removed from the URL. It is kept in the frame's own entry of the session history, so
 * that a reload finds it: unlike storage, no other page or window reads that, and browsers that block storage of embedded pages
 * have it too. Undefined where there is none.
 */
export function takeCredential(): Credential | undefined {
  const { hash } = location
  const credential = hash !== '' ? readCredential(hash) : isRestored() ? undefined : keptCredential()
  keepCredential(credential)
  return credential
}

/** Keeps it for a reload of this frame, in place of an older one. */
export function keepCredential(credential: Credential | undefined): void {
  const state = credential === undefined ? null : { svcCredential: credential }
  history.replaceState(state, '', location.pathname + location.search)
}

/** A host that sets another `editorUrl` changes the fragment only, which loads nothing by itself. */
export function reloadOnNewCredential(): void {
  addEventListener('hashchange', () => void (readCredential(location.hash) !== undefined && location.reload()))
}

/**
 * True if the browser went back to this page. It then ignores the `src` that the page around has now, which may be for another
 * person.
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
