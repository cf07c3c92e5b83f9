/** The oldest and newest supported protocol version. */
export type Versions = readonly [oldest: number, newest: number]

/** A message with a new meaning raises the newest version; one that loses its meaning raises the oldest. */
export const versions: Versions = [1, 1]

/** The first message, from the editor to any embedding page: public content only. */
export interface Boot {
  svc: 'boot'
  versions: Versions
}

/** The reply of the host page with one end of the port; the nonce proves that it created the frame. */
export interface Hello {
  svc: 'hello'
  version: number
  nonce: string
}

/** The newest version that both sides support; undefined if there is none. */
export function agreeOn([oldest, newest]: Versions, own: Versions = versions): number | undefined {
  const both = Math.min(newest, own[1])
  return both >= oldest && both >= own[0] ? both : undefined
}

export function isBoot(data: unknown): data is Boot {
  const { svc, versions: theirs } = Object(data) as Record<string, unknown>
  return svc === 'boot' && Array.isArray(theirs) && theirs.length === 2 && theirs.every(Number.isSafeInteger)
}

/** True for a reply with the right nonce; takes constant time. */
export function isHello(data: unknown, nonce: string): data is Hello {
  const { svc, nonce: given, version } = Object(data) as Record<string, unknown>
  if (svc !== 'hello' || typeof given !== 'string' || nonce === '' || given.length !== nonce.length) return false
  let difference = 0
  for (let at = 0; at < nonce.length; at++) difference |= nonce.charCodeAt(at) ^ given.charCodeAt(at)
  return difference === 0 && typeof version === 'number' && agreeOn([version, version]) !== undefined
}

/** The nonce in a URL fragment, which is sent to neither server nor referrer; empty if there is none. */
export function nonceIn(hash: string): string {
  return /^#n=([0-9a-f]{32})$/.exec(hash)?.[1] ?? ''
}
