/**
 * Sign-in with an OpenID Connect provider: the authorization code flow with PKCE (RFC 7636), over the guarded client of
 * platform/net. Knows nothing of accounts. Start at provider.ts.
 */
export { type OidcFailure, OidcError } from './oidc-error.ts'
export { type OidcClaims, type OidcFlow, type OidcProvider, type OidcSettings, createOidcProvider } from './provider.ts'
