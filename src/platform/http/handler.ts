import type { AnyElysia } from 'elysia'
import { ServiceError, catalogue, fail } from '../../kernel/errors/index.ts'
import { limits } from '../../kernel/limits.ts'
import type { Log } from '../log/index.ts'
import type { Metrics } from '../metrics/index.ts'
import type { Activity } from '../watchdog/index.ts'
import { type OriginList, grantPreflight, shareWith } from './access/cors.ts'
import type { SeeThrough } from './access/proxies.ts'
import { type Coding, codingFor, isPackable, packOnce, packWell, varyByCoding } from './response/compression.ts'
import { isUnchanged, knownSpelling, packedEtag } from './response/etag.ts'
import { withoutBody } from './response/head.ts'
import type { Hsts } from './response/hsts.ts'
import { failureOf } from './response/failures.ts'
import { allowedMethods } from './response/methods.ts'
import { writeFailure } from './response/problem.ts'
import { countAbandoned } from './access/abandoned-bodies.ts'
import { checkHost, checkTarget } from './entry/target.ts'
import type { Draft, DraftHeaders } from './draft.ts'
import { type AddressSource, type Exchange, asGet, openExchange } from './exchange.ts'
import { type CallObserver, observedCall } from './observer.ts'
import type { Operations } from './operation.ts'
import { createRecorder } from './record.ts'
import type { Run } from './run.ts'
import { workContext } from './work-context.ts'

/** Answers requests. */
export type Handler = {
  /** Answers one request; never throws. `source` tells the peer's address where there is a socket. */
  handle(request: Request, source?: AddressSource): Response | Promise<Response>
  /** From now on every new request is answered 503, and connections close. */
  drain(): void
}

export type HandlerDeps = {
  /** What answers pages, and whatever is no operation. */
  app: AnyElysia
  operations: Operations
  run: Run
  origins: OriginList
  log: Log
  metrics: Metrics
  activity: Activity
  docsUrl: string
  /** Where calls that proxies pass on came from; undefined where nobody is believed about that. */
  seeThrough: SeeThrough | undefined
  observer: Pick<CallObserver, 'observe'> | undefined
  hsts: Hsts | undefined
}

/** The outermost function: checks the target, answers OPTIONS, lets the application answer, completes and records. */
export function createHandler(parts: HandlerDeps): Handler {
  const { app, operations, run, origins, log, metrics, activity, docsUrl, seeThrough, observer, hsts } = parts
  const record = createRecorder(log, metrics)
  let draining = false

  // Fixed pages and files, packed once: by path, tag and coding.
  const packed = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

  function complete(exchange: Exchange, answer: Draft | Response): Response | Promise<Response> {
    const response = answer instanceof Response ? completed(exchange, answer) : written(exchange, answer)
    if (response instanceof Promise) return response.then((done) => ended(exchange, done))
    return ended(exchange, response)
  }

  function ended(exchange: Exchange, response: Response): Response {
    record(exchange, response.status)
    activity.end(exchange.ticket)
    exchange.memory?.release()
    if (exchange.hasLargeBody === true && isAbandoned(exchange, response.status))
      countAbandoned(workContext(exchange.request))
    if (observer !== undefined && exchange.operation !== undefined && exchange.isUnrestricted !== true)
      observer.observe(observedCall(exchange, exchange.operation.id, response.status))
    return response
  }

  /** Adds what every answer carries. */
  function sign(exchange: Exchange, headers: DraftHeaders): void {
    headers['x-request-id'] = exchange.id
    headers['x-content-type-options'] = 'nosniff'
    const transport = hsts?.(exchange.request.url)
    if (transport !== undefined) headers['strict-transport-security'] = transport
    // What belongs to a caller stays with him; what has a tag he may keep, and check whether it still holds.
    if (exchange.caller !== undefined)
      headers['cache-control'] ??= headers['etag'] === undefined ? 'no-store' : 'private, no-cache'
    if (exchange.allowedOrigin !== undefined) shareWith(exchange.allowedOrigin, headers)
    if (draining) headers['connection'] = 'close'
  }

  function written(exchange: Exchange, { status, headers, body }: Draft): Response | Promise<Response> {
    sign(exchange, headers)
    const isLong = body !== null && body.length >= limits.packBytes && isPackable(headers)
    if (isLong) varyByCoding(headers)
    if (isKnown(exchange, status, headers['etag'])) {
      delete headers['content-type']
      headers['etag'] = knownSpelling(exchange.request.headers.get('if-none-match'), String(headers['etag']))
      return new Response(null, { status: 304, headers: headers as Record<string, string> })
    }
    const coding = isLong && !hasCookies(exchange) ? codingFor(acceptedBy(exchange), ['gzip', 'br']) : undefined
    if (coding !== undefined && body !== null) {
      const bytes = packOnce(body, coding)
      if (bytes instanceof Promise)
        return bytes.then((done) => packedAnswer(exchange, done, { coding, status, headers }))
      return packedAnswer(exchange, bytes, { coding, status, headers })
    }
    if (exchange.method !== 'HEAD' || body === null)
      return new Response(body, { status, headers: headers as Record<string, string> })
    headers['content-length'] = Buffer.byteLength(body)
    return new Response(null, { status, headers: headers as Record<string, string> })
  }

  function packedAnswer(
    { method }: Exchange,
    bytes: Uint8Array<ArrayBuffer>,
    { coding, headers, status }: { coding: Coding; headers: DraftHeaders; status: number },
  ): Response {
    headers['content-encoding'] = coding
    if (headers['etag'] !== undefined) headers['etag'] = packedEtag(String(headers['etag']), coding)
    if (method === 'HEAD') headers['content-length'] = bytes.length
    return new Response(method === 'HEAD' ? null : bytes, { status, headers: headers as Record<string, string> })
  }

  /** Pages, guides and the published document, which everybody gets alike where they have a tag. */
  async function packedPage(exchange: Exchange, response: Response, coding: Coding): Promise<Response> {
    const { headers, status } = response
    const etag = headers.get('etag')
    const bytes = await response.bytes()
    headers.delete('content-length')
    if (bytes.length < limits.packBytes) {
      const whole = new Response(bytes, { status, headers })
      return exchange.method === 'HEAD' ? withoutBody(whole) : whole
    }
    const key = `${exchange.path} ${etag} ${coding}`
    let packing = etag === null ? undefined : packed.get(key)
    packing ??= packWell(bytes, coding)
    if (etag !== null) {
      packed.set(key, packing)
      if (packed.size > limits.packedPages) packed.delete(packed.keys().next().value ?? key)
    }
    const all: DraftHeaders = Object.fromEntries(headers)
    return packedAnswer(exchange, await packing, { coding, headers: all, status })
  }

  function completed(exchange: Exchange, response: Response): Response | Promise<Response> {
    const { headers } = response
    const own: DraftHeaders = {}
    for (const name of decisive) if (headers.has(name)) own[name] = headers.get(name) ?? ''
    sign(exchange, own)
    for (const name in own) headers.set(name, String(own[name]))
    const all = { 'content-type': headers.get('content-type') ?? '' }
    const isPage =
      exchange.operation === undefined &&
      !headers.has('content-encoding') &&
      !headers.has('set-cookie') &&
      isPackable(all)
    if (isPage && !/accept-encoding/i.test(headers.get('vary') ?? '')) headers.append('vary', 'Accept-Encoding')
    if (!isKnown(exchange, response.status, own['etag'])) {
      const isAlike = own['etag'] !== undefined && !isPrivate(own)
      const isOpen = isAlike || !hasCookies(exchange)
      const coding =
        isPage && isOpen && response.body !== null ? codingFor(acceptedBy(exchange), ['br', 'gzip']) : undefined
      if (coding !== undefined) return packedPage(exchange, response, coding)
      return exchange.method === 'HEAD' ? withoutBody(response) : response
    }
    headers.set('etag', knownSpelling(exchange.request.headers.get('if-none-match'), String(own['etag'])))
    headers.delete('content-type')
    headers.delete('content-length')
    return new Response(null, { status: 304, headers })
  }

  function start(exchange: Exchange): Draft | Response | Promise<Draft | Response> {
    // A process that finishes its work is alive, though it takes no more.
    if (draining && exchange.path !== '/healthz') fail('SERVICE_UNAVAILABLE', 'The service is stopping.')
    checkTarget(exchange.path, exchange.search)
    checkHost(exchange.request)
    if (exchange.method === 'OPTIONS') return answerOptions(exchange)
    const match = operations.match(exchange.method, exchange.path)
    exchange.ticket = activity.begin(exchange.id, match?.operation.id ?? 'none')
    if (match !== undefined) return run(exchange, match)
    return app.fetch(exchange.method === 'HEAD' ? asGet(exchange) : exchange.request)
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

  function failed(exchange: Exchange, error: unknown): Draft {
    const failure = isClosedByCaller(exchange, error)
      ? new ServiceError('CLIENT_CLOSED_REQUEST')
      : failureOf(error, exchange.method)
    reportBug(log, exchange, failure)
    const answer = writeFailure(failure, exchange, docsUrl)
    const { headers } = exchange.set
    for (const name of ofSuccess) delete headers[name]
    return { ...answer, headers: Object.assign(headers, answer.headers) }
  }

  return {
    handle(request, source) {
      const caller = source === undefined || seeThrough === undefined ? source : seeThrough(source)
      const exchange = openExchange(request, caller)
      let response: Draft | Response | Promise<Draft | Response>
      try {
        response = start(exchange)
      } catch (error) {
        return complete(exchange, failed(exchange, error))
      }
      if (!(response instanceof Promise)) return complete(exchange, response)
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

function acceptedBy({ request }: Exchange): string | null {
  return request.headers.get('accept-encoding')
}

/**
 * True if a browser sent the call with the rights of a person. Such answers are not packed: someone else's page could have
 * it sent again and again, and learn from the length what is beside its own words (BREACH). API keys and plugin tokens
 * are headers, which no other page can have sent.
 */
function hasCookies({ request }: Exchange): boolean {
  return request.headers.has('cookie')
}

function isPrivate({ 'cache-control': held = '' }: DraftHeaders): boolean {
  const directives = String(held)
  return directives.includes('private') || directives.includes('no-store')
}

// What `sign` inspects.
const decisive = ['etag', 'cache-control', 'vary'] as const

// What a handler may have set before it failed, and what would be untrue beside a problem.
const ofSuccess = ['etag', 'location', 'content-disposition', 'last-modified'] as const

/** True if the caller has already what would be answered, so that 304 is the answer (RFC 9110 15.4.5). */
function isKnown({ method, request }: Exchange, status: number, etag: string | number | undefined): boolean {
  if (etag === undefined || status !== 200 || (method !== 'GET' && method !== 'HEAD')) return false
  return isUnchanged(request.headers.get('if-none-match'), String(etag))
}

/** True if work was ended because the caller closed the connection: there is nobody to read the answer. */
function isClosedByCaller({ request }: Exchange, error: unknown): boolean {
  return request.signal.aborted && error === request.signal.reason
}

/** True if nobody waited for this answer, or the body did not arrive whole. */
function isAbandoned({ failure }: Exchange, status: number): boolean {
  return status === catalogue.CLIENT_CLOSED_REQUEST.status || failure === 'MALFORMED_REQUEST'
}

/** Logs what the caller may not see: the cause of every failure of ours. */
export function reportBug(log: Log, exchange: Exchange, failure: ServiceError): void {
  if ((failure.context.status ?? catalogue[failure.apiCode].status) < 500 || failure.context.cause === undefined) return
  log.error('request failed', {
    request_id: exchange.id,
    operation: exchange.operation?.id,
    code: failure.apiCode,
    error: failure.context.cause,
  })
}
