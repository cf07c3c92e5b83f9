import type { MailboxRow } from './store.ts'

/**
 * Providers that accept no account passwords over IMAP. Microsoft ended basic authentication for IMAP in 2022
 * (learn.microsoft.com/exchange/clients-and-mobile-in-exchange-online/deprecation-of-basic-authentication-exchange-online) and
 * for Outlook.com in 2024; Google in 2025 (support.google.com/a/answer/14114704), except for app passwords of 16 letters
 * (support.google.com/accounts/answer/185833).
 */
const providers = [
  { hosts: /(?:^|\.)(?:office365|outlook|hotmail|live)\.com\.?$/i, name: 'Microsoft 365', isAppPassword: undefined },
  { hosts: /(?:^|\.)(?:gmail|googlemail|google)\.com\.?$/i, name: 'Google', isAppPassword: /^(?:[a-z] ?){16}$/ },
] as const

/** Why the host accepts no such password, with the remedy; undefined if it may. */
export function refusePassword({ host }: Pick<MailboxRow, 'host'>, password: string): string | undefined {
  const provider = providers.find(({ hosts }) => hosts.test(host))
  if (provider === undefined || provider.isAppPassword?.test(password) === true) return undefined
  const other = provider.isAppPassword === undefined ? '' : ', or an app password of 16 letters'
  return `${provider.name} accepts no account passwords for IMAP: use OAuth 2 (client_credentials or refresh_token)${other}`
}
