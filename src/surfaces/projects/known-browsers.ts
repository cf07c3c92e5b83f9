/**
 * Browsers that someone has signed in with before, known by a cookie (OWASP, "Slow down online guessing attacks with
 * device cookies"). The hash of the password is the key of the token's MAC, so that a new password ends all of them.
 */
import { macOf, sameHash } from '../../platform/identity/index.ts'
import type { UserRow } from './store.ts'

type Account = Pick<UserRow, 'id' | 'passwordHash'>

/** A new token for a browser in which the account was signed in to: an id, a dot, and the MAC; at most 100 characters. */
export function createBrowserToken(account: Account): string {
  const id = crypto.getRandomValues(new Uint8Array(16)).toHex()
  return `${id}.${macFor(account, id)}`
}

/** The id of the browser that a token of this account names; undefined for other tokens and none. */
export function knownBrowser(account: Account, token: string | undefined): string | undefined {
  const [id = '', mac = ''] = token?.split('.', 2) ?? []
  if (!/^[0-9a-f]{32}$/.test(id)) return undefined
  return sameHash(mac, macFor(account, id)) ? id : undefined
}

function macFor({ id, passwordHash }: Account, browser: string): string {
  const mac = macOf(Buffer.from(passwordHash), `svc browser ${id} ${browser}`)
  return Buffer.from(mac, 'base64').toString('base64url')
}
