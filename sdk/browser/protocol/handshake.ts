/** The oldest and the newest protocol that one side speaks. */
export type Versions = readonly [oldest: number, newest: number]

/** What this copy speaks. A message that means something new raises the newest; one that loses its meaning the oldest. */
export const versions: Versions = [1, 1]

/** First word, from the editor to anyone who embeds it: carries nothing that is not public. */
export interface Boot {
  svc: 'boot'
  versions: Versions
}

/** The answer, from the host page, with one end of the port: proves by the nonce that it made the frame. */
export interface Hello {
  svc: 'hello'
  version: number
  nonce: string
}

/** The newest version that both sides speak; undefined when there is none. */
export function agreeOn([oldest, newest]: Versions, own: Versions = versions): number | undefined {
  const both = Math.min(newest, own[1])
  return both >= oldest && both >= own[0] ? both : undefined
}

/** True if a window message is the editor's first word. */
export function isBoot(data: unknown): data is Boot {
  if (!isObject(data) || data['svc'] !== 'boot') return false
  const theirs = data['versions']
  return Array.isArray(theirs) && theirs.length === 2 && theirs.every(Number.isSafeInteger)
}

/** True if a window message is the answer of anyone who knows the nonce; takes the same time for every wrong one. */
export function isHello(data: unknown, nonce: string): data is Hello {
  if (!isObject(data) || data['svc'] !== 'hello') return false
  const { nonce: given, version } = data
  if (typeof given !== 'string' || nonce === '' || given.length !== nonce.length) return false
  let difference = 0
  for (let at = 0; at < nonce.length; at++) difference |= nonce.charCodeAt(at) ^ given.charCodeAt(at)
  return difference === 0 && typeof version === 'number' && agreeOn([version, version]) !== undefined
}

/** The nonce in an address's fragment, where it reaches neither server nor referrer; empty when there is none. */
export function nonceIn(hash: string): string {
  return /^#n=([0-9a-f]{32})$/.exec(hash)?.[1] ?? ''
}

function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null
}
