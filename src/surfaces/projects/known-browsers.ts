/**
 * Browsers from which a user has signed in before, recognized by a cookie (OWASP, "Slow down online guessing attacks with
 * device cookies"). The password hash is the MAC key of the token, so a new password invalidates all tokens.
 */
import { macOf, sameHash } from '../../platform/identity/index.ts'
import type { UserRow } from './store.ts'

type Account = Pick<UserRow, 'id' | 'passwordHash'>

/** A token for a browser from which the user has signed in: an id, a dot, and the MAC; at most 100 characters. */
export function createBrowserToken(account: Account): string {
  const id = crypto.getRandomValues(new Uint8Array(16)).toHex()
  return `${id}.${macFor(account, id)}`
}

/** The browser id of a valid token of this account; otherwise undefined. */
export function knownBrowser(account: Account, token: string | undefined): string | undefined {
  const [id = '', mac = ''] = token?.split('.', 2) ?? []
  if (!/^[0-9a-f]{32}$/.test(id)) return undefined
  return sameHash(mac, macFor(account, id)) ? id : undefined
}

function macFor({ id, passwordHash }: Account, browser: string): string {
  const mac = macOf(Buffer.from(passwordHash), `svc browser ${id} ${browser}`)
  return Buffer.from(mac, 'base64').toString('base64url')
}
