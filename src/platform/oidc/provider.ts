import * as oauth from 'oauth4webapi'
import { limits } from '../../kernel/limits.ts'
import type { Send } from '../net/index.ts'
import { OidcError, oidcErrorOf } from './oidc-error.ts'
import { requestOptions } from './transport.ts'

export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  /** Undefined for a public client, which PKCE alone protects. */
  readonly clientSecret: string | undefined
  /** Space-separated; contains `openid`. */
  readonly scope: string
}

/** Values that bind the response of the provider to one browser. */
export interface OidcFlow {
  redirectUri: string
  state: string
  nonce: string
  /** RFC 7636 4.1: 43 to 128 unreserved characters. */
  verifier: string
}

/** The claims of the ID token, and those of the UserInfo endpoint that it lacks. */
export interface OidcClaims {
  subject: string
  email: string | undefined
  isEmailVerified: boolean
  name: string | undefined
  all: Readonly<Record<string, unknown>>
}

/** All methods throw OidcError. */
export interface OidcProvider {
  readonly issuer: string
  /** The page of the provider to which the browser goes. */
  authorizationUrl(flow: OidcFlow): Promise<string>
  /** Redeems the code of the response to `flow`. The signature of the ID token is verified with the current keys. */
  redeem(flow: OidcFlow, response: URL): Promise<OidcClaims>
  /** The page of the provider that ends its session (RP-Initiated Logout 1.0); undefined if it has none. */
  endSessionUrl(returnTo: string): Promise<string | undefined>
}

/** Reads the metadata of the provider when they are first needed, and again after an hour. */
export function createOidcProvider({ clientId, clientSecret, issuer, scope }: OidcSettings, send: Send): OidcProvider {
  const options = requestOptions(send, issuer)
  const client: oauth.Client = { client_id: clientId, [oauth.clockTolerance]: 60 }
  let cached: { server: Promise<oauth.AuthorizationServer>; untilMs: number } | undefined

  async function discover(): Promise<oauth.AuthorizationServer> {
    const url = new URL(issuer)
    return oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, { ...options, algorithm: 'oidc' }))
  }

  /** Failures are not cached. */
  async function metadata(): Promise<oauth.AuthorizationServer> {
    const now = performance.now()
    if (cached === undefined || cached.untilMs < now) {
      const entry = { server: discover(), untilMs: now + limits.oidcMetadataMinutes * 60_000 }
      cached = entry
      entry.server.catch(() => {
        if (cached === entry) cached = undefined
      })
    }
    return cached.server
  }

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw oidcErrorOf(error)
    }
  }

  function authentication({ token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer) {
    if (clientSecret === undefined) return oauth.None()
    // OpenID Connect Discovery 3: client_secret_basic if the provider lists none.
    const usesPost = methods?.includes('client_secret_post') === true && !methods.includes('client_secret_basic')
    return usesPost ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret)
  }

  /**
   * OpenID Connect Core 3.1.3.7 lets clients rely on TLS; the signature is verified anyway. An unknown key is one of a
   * rotation: the keys are then read again, although they were read a moment ago.
   */
  async function verifySignature(server: oauth.AuthorizationServer, response: Response): Promise<void> {
    try {
      await oauth.validateApplicationLevelSignature(server, response, options)
    } catch (error) {
      if (!(error instanceof oauth.OperationProcessingError) || error.code !== oauth.KEY_SELECTION) throw error
      // oauth4webapi caches keys by this object.
      await oauth.validateApplicationLevelSignature({ ...server }, response, options)
    }
  }

  async function userInfo(server: oauth.AuthorizationServer, token: string, subject: string) {
    if (server.userinfo_endpoint === undefined) return {}
    const response = await oauth.userInfoRequest(server, client, token, options)
    return oauth.processUserInfoResponse(server, client, subject, response)
  }

  return {
    issuer,
    authorizationUrl: ({ nonce, redirectUri, state, verifier }) =>
      guarded(async () => {
        const { authorization_endpoint: endpoint } = await metadata()
        if (endpoint === undefined) throw new OidcError('unreachable', 'The provider has no authorization endpoint.')
        const url = new URL(endpoint)
        const parameters = {
          client_id: clientId,
          redirect_uri: redirectUri,
          response_type: 'code',
          scope,
          state,
          nonce,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }
        for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
        return url.href
      }),
    redeem: ({ nonce, redirectUri, state, verifier }, url) =>
      guarded(async () => {
        const server = await metadata()
        const parameters = oauth.validateAuthResponse(server, client, url, state)
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          authentication(server),
          parameters,
          redirectUri,
          verifier,
          options,
        )
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
          expectedNonce: nonce,
          requireIdToken: true,
        })
        await verifySignature(server, response)
        const claims = oauth.getValidatedIdTokenClaims(tokens)
        if (claims === undefined) throw new OidcError('invalid', 'The response has no ID token.')
        return readClaims({ ...(await userInfo(server, tokens.access_token, claims.sub)), ...claims })
      }),
    endSessionUrl: (returnTo) =>
      guarded(async () => {
        const { end_session_endpoint: endpoint } = await metadata()
        if (endpoint === undefined) return undefined
        const url = new URL(endpoint)
        url.searchParams.set('client_id', clientId)
        url.searchParams.set('post_logout_redirect_uri', returnTo)
        return url.href
      }),
  }
}

function readClaims(all: Record<string, unknown>): OidcClaims {
  const text = (name: string) => {
    const value = all[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return {
    subject: text('sub') ?? '',
    email: text('email'),
    // Some providers write booleans as text.
    isEmailVerified: all['email_verified'] === true || all['email_verified'] === 'true',
    name: text('name') ?? text('preferred_username'),
    all,
  }
}
