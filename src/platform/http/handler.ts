import type { AnyElysia } from 'elysia'
import { type ServiceError, catalogue, fail } from '../../kernel/errors/index.ts'
import type { Log } from '../log/index.ts'
import type { Metrics } from '../metrics/index.ts'
import { type OriginList, grantPreflight, shareWith } from './access/cors.ts'
import { isUnchanged } from './answer/etag.ts'
import { failureOf } from './answer/failures.ts'
import { allowedMethods } from './answer/methods.ts'
import { writeFailure } from './answer/problem.ts'
import { checkTarget } from './entry/target.ts'
import { type AddressSource, type Exchange, openExchange } from './exchange.ts'
import type { Operations } from './operation.ts'
import { createRecorder } from './record.ts'

/** Answers requests. */
export type Handler = {
  /** Answers one request; never throws. `source` tells the peer's address where there is a socket. */
  handle(request: Request, source?: AddressSource): Response | Promise<Response>
  /** From now on every new request is answered 503, and connections close. */
  drain(): void
}

export type HandlerParts = {
  app: AnyElysia
  operations: Operations
  origins: OriginList
  log: Log
  metrics: Metrics
  docsUrl: string
}

/** The outermost function: checks the target, answers OPTIONS, lets the application answer, completes and records. */
export function createHandler({ app, operations, origins, log, metrics, docsUrl }: HandlerParts): Handler {
  const record = createRecorder(log, metrics)
  const answer = app.fetch
  let draining = false

  function fallback(exchange: Exchange, failure: ServiceError): Response {
    const { status, headers, body } = writeFailure(failure, exchange, docsUrl)
    return new Response(body, { status, headers })
  }

  function complete(exchange: Exchange, response: Response): Response {
    const { headers } = response
    headers.set('x-request-id', exchange.id)
    headers.set('x-content-type-options', 'nosniff')
    const etag = headers.get('etag')
    // What belongs to a caller stays with him; what has a tag he may keep, and ask whether it still holds.
    if (exchange.caller !== undefined && !headers.has('cache-control'))
      headers.set('cache-control', etag === null ? 'no-store' : 'private, no-cache')
    if (exchange.allowedOrigin !== undefined) shareWith(exchange.allowedOrigin, headers)
    if (draining) headers.set('connection', 'close')
    const answered = etag === null ? response : unlessKnown(exchange, response, etag)
    record(exchange, answered.status)
    return answered
  }

  function start(exchange: Exchange): Response | Promise<Response> {
    // A process that finishes its work is alive, though it takes no more.
    if (draining && exchange.path !== '/healthz') fail('SERVICE_UNAVAILABLE', 'The service is stopping.')
    checkTarget(exchange.path, exchange.search)
    if (exchange.method === 'OPTIONS') return answerOptions(exchange)
    return answer(exchange.request)
  }

  async function answerOptions(exchange: Exchange): Promise<Response> {
    const found = operations.at(exchange.path)
    if (found.length === 0) fail('ROUTE_NOT_FOUND')
    const methods = allowedMethods(found)
    const { headers } = exchange.request
    const origin = headers.get('origin')
    if (origin === null || !headers.has('access-control-request-method'))
      return new Response(null, { status: 204, headers: { allow: methods.join(', ') } })
    const open = found.some((operation) => operation.crossOrigin)
    if (open && (origins.isOwn(origin) || (await origins.isListed(origin)))) return grantPreflight(origin, methods)
    return fail('ORIGIN_NOT_ALLOWED', { headers: { vary: 'Origin' } })
  }

  function failed(exchange: Exchange, error: unknown): Response {
    const failure = failureOf(error)
    reportBug(log, exchange, failure)
    return fallback(exchange, failure)
  }

  return {
    handle(request, source) {
      const exchange = openExchange(request, source)
      let response: Response | Promise<Response>
      try {
        response = start(exchange)
      } catch (error) {
        return complete(exchange, failed(exchange, error))
      }
      if (response instanceof Response) return complete(exchange, response)
      return response.then(
        (done) => complete(exchange, done),
        (error: unknown) => complete(exchange, failed(exchange, error)),
      )
    },
    drain() {
      draining = true
    },
  }
}

/** 304 without a body when the caller already has what would be answered (RFC 9110 15.4.5). */
function unlessKnown({ method, request }: Exchange, response: Response, etag: string): Response {
  if (response.status !== 200 || (method !== 'GET' && method !== 'HEAD')) return response
  if (!isUnchanged(request.headers.get('if-none-match'), etag)) return response
  const { headers } = response
  headers.delete('content-type')
  headers.delete('content-length')
  return new Response(null, { status: 304, headers })
}

/** Logs what the caller may not see: the cause of every failure of ours. */
export function reportBug(log: Log, exchange: Exchange, failure: ServiceError): void {
  if (catalogue[failure.apiCode].status < 500 || failure.context.cause === undefined) return
  log.error('A request failed', {
    request_id: exchange.id,
    operation: exchange.operation?.id,
    code: failure.apiCode,
    error: failure.context.cause,
  })
}
