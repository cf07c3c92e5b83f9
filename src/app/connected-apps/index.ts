/**
 * Applications, such as agents, that sign in at `/mcp` by OAuth 2.1 and act for an account in one project: clients, consent as
 * an authorization code, tokens with rotation, and the list to disconnect them. They get scopes of API keys, at most those of
 * the role. The pages are in app/pages/connected-apps; start at tokens.ts.
 */
export {
  type AuthorizationRequest,
  authorizationParameters,
  readAuthorizationRequest,
} from './authorization-request.ts'
export { type AppClient, createClients } from './clients.ts'
export { type ConnectedApp, connectApp, disconnectApp, listApps } from './connections.ts'
export { resourceMetadata, resourceMetadataUrl, resourceOf, serverMetadata } from './metadata.ts'
export { OAuthError } from './oauth-error.ts'
export { type AppScope, grantableScopes, scopeTexts, shortScopeTexts } from './scopes.ts'
export { createTokenCallers } from './token-callers.ts'
export { createTokens } from './tokens.ts'
