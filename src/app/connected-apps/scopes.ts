import { type Role, type Scope, hasScope, rolePermissions } from '../../platform/identity/index.ts'

/**
 * Scopes that an application may get, and what they allow, for people. Without `admin` and `webhooks`, which create
 * credentials and subscriptions that would outlive the connection.
 */
export const scopeTexts = {
  'templates:read': 'Read emails, modules and folders',
  'templates:write': 'Create, change and publish emails',
  exports: 'Export emails and send them to connected providers',
  'assets:read': 'See images and files',
  'assets:write': 'Upload and change images and files',
  verification: 'Verify email addresses and check domains, which costs credits',
  dmarc: 'Manage sending domains and read DMARC reports',
  amp: 'Manage senders of AMP emails',
} as const satisfies Partial<Record<Scope, string>>

/** The same in a list, after “May”. */
export const shortScopeTexts: Readonly<Record<keyof typeof scopeTexts, string>> = {
  'templates:read': 'read emails',
  'templates:write': 'change emails',
  exports: 'export',
  'assets:read': 'see images',
  'assets:write': 'change images',
  verification: 'verify',
  dmarc: 'manage sending domains',
  amp: 'manage AMP senders',
}

export type AppScope = keyof typeof scopeTexts

export const appScopes = Object.keys(scopeTexts) as AppScope[]

/** Those of the scopes that an application may get from an account with this role. */
export function grantableScopes(role: Role, among: readonly string[] = appScopes): AppScope[] {
  return appScopes.filter((scope) => among.includes(scope) && hasScope(rolePermissions[role], scope))
}
