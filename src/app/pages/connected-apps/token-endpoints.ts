import { ServiceError, catalog } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import {
  type createClients,
  OAuthError,
  createTokens,
  resourceMetadata,
  resourceOf,
  serverMetadata,
} from '../../connected-apps/index.ts'
import { readText } from '../form-request.ts'
import { originOf } from '../origin.ts'
import type { ConnectedAppDeps } from './connected-app-deps.ts'

type EndpointDeps = Pick<ConnectedAppDeps, 'http' | 'store' | 'config'> & { clients: ReturnType<typeof createClients> }

/** What applications call without a browser. Errors have the shape of RFC 6749 5.2. */
export function tokenEndpoints({ clients, config, http, store }: EndpointDeps) {
  const tokens = createTokens({ store, resource: resourceOf(config) })
  const takeRequest = http.clientQuota({ requests: limits.appRequests, seconds: 60 }, 'Too many requests for tokens.')

  async function answer(request: Request, run: () => Promise<Response>): Promise<Response> {
    try {
      takeRequest(request)
      return await run()
    } catch (error) {
      if (error instanceof OAuthError)
        return json({ error: error.code, error_description: error.message }, error.status)
      if (!(error instanceof ServiceError) || catalog[error.apiCode].status >= 500) throw error
      const { context, message } = error
      const { status } = catalog[error.apiCode]
      const code = status === 429 ? 'temporarily_unavailable' : 'invalid_request'
      return json({ error: code, error_description: context.detail ?? message }, status, context.headers)
    }
  }

  return {
    register: (request: Request) =>
      answer(request, async () => {
        const { id, name, redirectUris } = clients.register(await readJson(request))
        return json(
          {
            client_id: id,
            client_id_issued_at: Math.floor(store.read.nowMs() / 1000),
            client_name: name,
            redirect_uris: redirectUris,
            grant_types: ['authorization_code', 'refresh_token'],
            response_types: ['code'],
            token_endpoint_auth_method: 'none',
          },
          201,
        )
      }),
    exchange: (request: Request) =>
      answer(request, async () => json(await tokens.exchange(await readParameters(request), originOf(request)))),
    revoke: (request: Request) =>
      answer(request, async () => {
        await tokens.revoke(await readParameters(request), originOf(request))
        return json({})
      }),
    describeServer: () => json(serverMetadata(config), 200, cached),
    describeResource: () => json(resourceMetadata(config), 200, cached),
  }
}

const cached = { 'cache-control': 'public, max-age=3600' }

/** Readable by pages of all origins: there are no cookies, and nothing is returned without a secret of the caller. */
function json(body: object, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, {
    status,
    headers: { 'cache-control': 'no-store', 'access-control-allow-origin': '*', ...headers },
  })
}

async function readJson(request: Request): Promise<unknown> {
  try {
    return JSON.parse(await readText(request, limits.appMetadataBytes)) as unknown
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new OAuthError('invalid_client_metadata', 'The body must be client metadata as JSON.')
    throw error
  }
}

async function readParameters(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded')
    throw new OAuthError('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.')
  const given = new URLSearchParams(await readText(request, limits.appMetadataBytes))
  for (const name of given.keys())
    if (given.getAll(name).length > 1) throw new OAuthError('invalid_request', 'A parameter may appear only once.')
  return given
}
