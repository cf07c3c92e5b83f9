import { type ServiceError, catalog, pluginErrorBody, problemBody } from '../../../kernel/errors/index.ts'
import type { Draft } from '../draft.ts'
import type { Exchange } from '../exchange.ts'

const retryAfterSeconds = 5

/** Writes the body and headers of a failure: problem+json (RFC 9457), or the plugin's shape on surfaces that declare it. */
export function writeFailure(failure: ServiceError, exchange: Exchange, docsUrl: string): Draft {
  const status = failure.context.status ?? catalog[failure.apiCode].status
  exchange.failure = failure.apiCode
  const field = failure.context.issues?.[0]?.path
  if (field !== undefined) exchange.failedField = field
  const plugin = isPlugin(exchange)
  const credential = plugin ? 'ES-PLUGIN-AUTH' : 'Svc-Api-Auth'
  const body = plugin ? pluginErrorBody(failure) : problemBody(failure, exchange.id, docsUrl)
  return {
    status,
    headers: {
      'content-type': plugin ? 'application/json' : 'application/problem+json',
      'cache-control': 'no-store',
      // RFC 9110 15.5.2 requires a challenge with every 401.
      ...(status === 401 ? { 'www-authenticate': `ApiKey realm="svc", header="${credential}"` } : {}),
      ...(status === 503 ? { 'retry-after': String(retryAfterSeconds) } : {}),
      // The rest of the body is not read, so the connection cannot be reused.
      ...(status === 413 ? { connection: 'close' } : {}),
      ...failure.context.headers,
    },
    body: JSON.stringify(body),
  }
}

// A request can be refused before it has a route: then the shape is that of the operations at its path.
function isPlugin({ host, operation, path }: Exchange): boolean {
  if (operation !== undefined) return operation.errorShape === 'plugin'
  return host?.routesAt(path).some((route) => route.operation?.errorShape === 'plugin') ?? false
}
