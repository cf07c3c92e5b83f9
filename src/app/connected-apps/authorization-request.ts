import type { AppClient } from './clients.ts'
import { OAuthError } from './oauth-error.ts'
import { isRegistered } from './redirect-uri.ts'

/** A request for an authorization code (RFC 6749 4.1.1) with PKCE (RFC 7636), whose client and redirect URI are valid. */
export interface AuthorizationRequest {
  client: AppClient
  redirectUri: string
  state: string | undefined
  /** Undefined: all that the account may grant. */
  scopes: readonly string[] | undefined
  challenge: string
}

const names = [
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'scope',
  'code_challenge',
  'code_challenge_method',
  'resource',
] as const

/** The parameters of the request, for a form that repeats it. */
export function authorizationParameters(given: URLSearchParams): [name: string, value: string][] {
  return names.flatMap((name) => {
    const value = given.get(name)
    return value === null ? [] : [[name, value] satisfies [string, string]]
  })
}

/**
 * Reads a request for an authorization code. An OAuthError of the first step must be shown to the person: only after it is the
 * redirect URI known to belong to the client, which gets the problem of the second step.
 */
export async function readAuthorizationRequest(
  given: URLSearchParams,
  { find, resource }: { find(id: string): Promise<AppClient>; resource: string },
): Promise<{ request: AuthorizationRequest; problem: OAuthError | undefined }> {
  const repeated = names.find((name) => given.getAll(name).length > 1)
  if (repeated !== undefined) throw new OAuthError('invalid_request', `${repeated} may appear only once.`)
  const client = await find(given.get('client_id') ?? '')
  const redirectUri = given.get('redirect_uri') ?? ''
  if (!isRegistered(redirectUri, client.redirectUris))
    throw new OAuthError('invalid_request', 'The redirect_uri is not one that the app has registered.')
  const scopes = given.get('scope')?.split(' ').filter(Boolean)
  const state = given.get('state') ?? undefined
  const challenge = given.get('code_challenge') ?? ''
  return { request: { client, redirectUri, state, scopes, challenge }, problem: problemOf(given, resource) }
}

function problemOf(given: URLSearchParams, resource: string): OAuthError | undefined {
  if (given.get('response_type') !== 'code')
    return new OAuthError('unsupported_response_type', 'response_type must be code.')
  if (given.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(given.get('code_challenge') ?? ''))
    return new OAuthError('invalid_request', 'PKCE is required: send code_challenge and code_challenge_method S256.')
  if ((given.get('state')?.length ?? 0) > 2000)
    return new OAuthError('invalid_request', 'state may have at most 2000 characters.')
  if ((given.get('resource') ?? resource) !== resource)
    return new OAuthError('invalid_target', `resource must be ${resource}.`)
  return undefined
}
