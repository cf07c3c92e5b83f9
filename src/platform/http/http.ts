import { type AnyElysia, Elysia, NotFoundError } from 'elysia'
import { ServiceError, catalog, fail } from '../../kernel/errors/index.ts'
import { limits } from '../../kernel/limits.ts'
import type { Authenticator, Vault } from '../identity/index.ts'
import type { Log } from '../log/index.ts'
import type { Metrics } from '../metrics/index.ts'
import { clientNetwork } from '../net/index.ts'
import { type Store, findByExternalIds, statementwise } from '../storage/index.ts'
import { type Activity, createActivity } from '../watchdog/index.ts'
import type { BearerTokens } from './access/bearer.ts'
import { createAccessAssertion } from './access/assert-access.ts'
import { createOriginList, grantPreflight } from './access/cors.ts'
import type { BrowserSessions } from './access/own-page.ts'
import { createGuard, refuseFor } from './access/guard.ts'
import { takeWithin } from './access/own-rate.ts'
import { trustProxies } from './access/proxies.ts'
import {
  type Rate,
  type RateLimiter,
  createMemoryLimiter,
  policyOf,
  secondsUntil,
  writeQuota,
} from './access/rate-limit.ts'
import { type SharedLimiter, createSharedLimiter } from './access/replica-limit.ts'
import { createAnswerCheck } from './response/check.ts'
import { varyByCoding } from './response/compression.ts'
import { writeDeclaredHeaders } from './response/declared.ts'
import { createEventStreams } from './response/event-stream.ts'
import { failureOf } from './response/failures.ts'
import { createHsts } from './response/hsts.ts'
import { allowedMethods, createRoutesAt, missingFailure } from './response/methods.ts'
import { writeFailure } from './response/problem.ts'
import { createRespond } from './response/respond.ts'
import { type DraftHeaders, type Settings, draftOf } from './draft.ts'
import { bodyMemory, eventLoop } from './entry/admission.ts'
import { decompression } from './entry/gzip.ts'
import { checkHost, checkTarget } from './entry/target.ts'
import { type Exchange, type Host, exchangeOf, peerAddress } from './exchange.ts'
import { type Handler, createEnded, createHandle } from './handler.ts'
import type { CallObserver } from './observer.ts'
import type { RequestRecorder } from './recorded-request.ts'
import { type AuthorizeReplay, createOnce } from './once.ts'
import { prompt } from './prompt.ts'
import { isTagged, operationOf } from './operation.ts'
import { addCounts, readAllowedOrigins } from './store.ts'
import { Pending, createSurfaces } from './surface.ts'

/** A failure for an error page. */
export interface ShownFailure {
  status: number
  /** From the error catalog. */
  title: string
  detail: string | undefined
  requestId: string
  /** Headers of the response, such as Retry-After. */
  headers: DraftHeaders
}

export type HttpConfig = {
  /** Public URL of the service; its origin needs no entry on a project's list. */
  baseUrl: string
  /** Other public URLs of the same service. */
  ownUrls?: readonly string[]
  apiRateLimit: Rate
  /**
   * For tests: checks every response against its schema, and that the access check which its operation declares was made, at
   * a cost. A mismatch becomes INTERNAL.
   */
  checkAnswers?: boolean
  /** Failed authentications per IP address before 429; the default is 30 a minute. */
  failureRateLimit?: Rate
  /** Renders a failure for a browser; undefined if the request is not from a browser, which then gets JSON. */
  failurePage?: (request: Request, failure: ShownFailure) => Response | undefined
  /** Max-age of Strict-Transport-Security at public URLs that are https; none by default. */
  hstsSeconds?: number
  /** Networks of trusted proxies in CIDR form; none by default. */
  trustedProxies?: readonly string[]
}

export type HttpDeps = {
  authenticator: Authenticator
  /** The sessions of the console; without them only API keys are accepted. */
  sessions?: BrowserSessions
  /** Access tokens of connected applications. */
  tokens?: BearerTokens
  store: Store
  /** Seals the responses that are stored for repeated calls. */
  vault: Pick<Vault, 'seal' | 'open'>
  log: Log
  metrics: Metrics
  /** The requests in progress, for the watchdog. */
  activity?: Activity
  /** Observes every request to an operation. */
  observer?: CallObserver
  requests?: RequestRecorder
  config: HttpConfig
  /** Called before a response is replayed for an Idempotency-Key. */
  authorizeReplay?: AuthorizeReplay
}

export type Http = ReturnType<typeof createHttp>

/** Takes one call from a bucket's quota, and from a rate of its own where it has one, and writes what is left. */
export type TakeQuota = (bucket: string, headers: DraftHeaders, own?: Rate) => Promise<void>

/**
 * Counts work that an unauthenticated request causes, by the client's IP address (IPv6: /64). `cost` is in units of the rate
 * and defaults to 1. Fails with RATE_LIMIT_EXCEEDED. Requests that did not come over a socket are not limited.
 */
export type TakeClientQuota = (request: Request, cost?: number) => void

/** The HTTP layer: surfaces that declare routes, the Elysia application that contains them, and its request handler. */
export function createHttp({
  authenticator,
  sessions,
  tokens,
  store,
  vault,
  log,
  metrics,
  activity = createActivity(),
  observer,
  requests,
  config,
  authorizeReplay,
}: HttpDeps) {
  const origins = createOriginList(() => readAllowedOrigins(store.read), [config.baseUrl, ...(config.ownUrls ?? [])])
  const limiter = limiterOf(config.apiRateLimit)
  const failures = createMemoryLimiter(config.failureRateLimit ?? { requests: 30, seconds: 60 }, clientBuckets)
  const accountLimiter = limiterOf({ requests: limits.consoleRequests, seconds: limits.consoleRequestSeconds })
  const guard = createGuard({ authenticator, limiter, failures, origins, sessions, tokens, accountLimiter })
  const docsUrl = `${config.baseUrl}/docs/errors`
  const streams = createEventStreams({ log, metrics })
  for (const each of [decompression, bodyMemory, eventLoop]) each.measure(metrics)
  const check = config.checkAnswers ? createAnswerCheck() : undefined
  const access = config.checkAnswers ? createAccessAssertion() : undefined
  const once = createOnce({ store, vault, authorizeReplay })
  const hsts = createHsts([config.baseUrl, ...(config.ownUrls ?? [])], config.hstsSeconds ?? 0)
  const respond = createRespond(hsts)

  function limiterOf(rate: Rate): RateLimiter | SharedLimiter {
    if (store.dialect !== 'postgres') return createMemoryLimiter(rate)
    return createSharedLimiter(rate, (counts) => store.tx((db) => addCounts(db, counts), statementwise))
  }

  /**
   * A quota besides that of API keys, counted for all replicas: each call takes one from its bucket and writes the RateLimit
   * headers. Fails with RATE_LIMIT_EXCEEDED.
   */
  function quota(name: string, rate: Rate): TakeQuota {
    const counter = limiterOf(rate)
    return async (given, headers, own) => {
      const now = Date.now()
      const bucket = `${name} ${given}`
      const left = await (own === undefined
        ? counter.take(bucket, now)
        : takeWithin(counter, { bucket, rate: own }, now))
      writeQuota(headers, policyOf(name, left.rate), left)
      if (left.exceeded) refuseFor(secondsUntil(left.resetAt, now))
    }
  }

  /** A quota of unauthenticated clients, counted in this process. */
  function clientQuota(rate: Rate, detail: string): TakeClientQuota {
    const counter = createMemoryLimiter(rate, clientBuckets)
    return (request, cost) => {
      const address = peerAddress(request)
      if (address === undefined) return
      const now = Date.now()
      const left = counter.take(clientNetwork(address), now, cost === undefined ? {} : { cost })
      if (left.exceeded) refuseFor(secondsUntil(left.resetAt, now), detail)
    }
  }

  /** Refuses invalid requests before Elysia looks up a route, and responds to OPTIONS. */
  function admitRequest(exchange: Exchange): Promise<Response> | undefined {
    // `/healthz` still succeeds: a process that finishes its work is alive, although it accepts no requests.
    if (exchange.host?.isDraining === true && exchange.path !== '/healthz')
      fail('SERVICE_UNAVAILABLE', 'The service is stopping.')
    checkTarget(exchange.path, exchange.search)
    checkHost(exchange.request)
    if (exchange.method === 'OPTIONS') return answerOptions(exchange)
    exchange.isAdmitted = true
    return undefined
  }

  async function answerOptions(exchange: Exchange): Promise<Response> {
    const found = exchange.host?.routesAt(exchange.path) ?? []
    if (found.length === 0) fail('ROUTE_NOT_FOUND')
    const methods = allowedMethods(found)
    const { headers } = exchange.request
    const origin = headers.get('origin')
    if (origin === null || !headers.has('access-control-request-method'))
      return respond(exchange, new Response(null, { status: 204, headers: { allow: methods.join(', ') } }))
    const isOpen = found.some(({ operation }) => operation?.crossOrigin ?? true)
    if (isOpen && (origins.isOwn(origin) || (await origins.isListed(origin))))
      return respond(exchange, grantPreflight(origin, methods))
    return fail('ORIGIN_NOT_ALLOWED', { headers: { vary: 'Origin' } })
  }

  /** The response to a failure: problem+json, the shape of the plugin, or a page for a browser. */
  function respondToFailure(
    exchange: Exchange,
    error: unknown,
    request = exchange.request,
  ): Response | Promise<Response> {
    const failure =
      error instanceof NotFoundError
        ? missingFailure(exchange.host?.routesAt(exchange.path) ?? [])
        : isClosedByCaller(exchange, error)
          ? new ServiceError('CLIENT_CLOSED_REQUEST')
          : failureOf(error, exchange.method)
    reportBug(log, exchange, failure)
    const draft = writeFailure(failure, exchange, docsUrl)
    const { headers } = exchange.set
    for (const name of ofSuccess) delete headers[name]
    Object.assign(headers, draft.headers)
    const page = isPageRequest(exchange) ? pageOf(request, exchange, { failure, status: draft.status }) : undefined
    if (page !== undefined) return respond(exchange, page)
    // The same path may be a page, which is compressed.
    if (isPageRequest(exchange)) varyByCoding(headers)
    return respond(exchange, { ...draft, headers })
  }

  function pageOf(
    request: Request,
    { id, set: { headers } }: Exchange,
    { failure, status }: { failure: ServiceError; status: number },
  ): Response | undefined {
    return config.failurePage?.(request, {
      status,
      title: catalog[failure.apiCode].message,
      detail: failure.context.detail,
      requestId: id,
      headers,
    })
  }

  function respondWith(exchange: Exchange, given: unknown): Response | Promise<Response> {
    // Elysia decides from the source text of a handler if it is asynchronous, and misses one that returns a variable.
    if (given instanceof Promise) return given.then((value) => respondWith(exchange, value))
    const { operation, set } = exchange
    if (operation !== undefined) {
      writeDeclaredHeaders(operation, { params: exchange.target?.params ?? {}, headers: set.headers }, given)
      access?.assert(operation, set, given)
      check?.(operation, set.status ?? 200, given)
    }
    return respond(exchange, draftOf(given, set))
  }

  /**
   * An empty Elysia application: mount the surfaces and pages in it, then create its `handler`. Its hooks see every request;
   * they return the final response, to which Elysia adds nothing.
   */
  function application() {
    return new Elysia({ normalize: false, handler: { standardHostname: false } })
      .onRequest(
        prompt<RequestContext, Response | undefined>(({ request, set }) => {
          const exchange = exchangeOf(request)
          // Headers written before a wait are kept. Elysia's own object has no prototype, which makes responses slower.
          set.headers = exchange.set.headers
          exchange.set = set
          const early = admitRequest(exchange)
          return early && complete(exchange, set, early)
        }),
      )
      .onError({ as: 'global' }, async ({ error, request, set }) => {
        const exchange = exchangeOf(request)
        const failure: unknown = error instanceof Pending ? await error.failure() : error
        if (failure !== undefined) return complete(exchange, set, respondToFailure(exchange, failure, request))
        exchange.isAuthorized = true
        return carryOn(exchange, set, request)
      })
      .mapResponse(
        { as: 'global' },
        prompt<ResponseContext, undefined>(({ request, responseValue, set }) => {
          const exchange = exchangeOf(request)
          // Elysia also maps the response to a failure, which is already final.
          return exchange.isComplete === true
            ? undefined
            : complete(exchange, set, respondWith(exchange, responseValue))
        }),
      )
  }

  /**
   * Ends a request, and leaves Elysia no headers and status to add to its response. An error at this stage becomes a failure
   * too.
   */
  function complete(
    exchange: Exchange,
    set: ResponseSettings,
    response: Response | Promise<Response>,
  ): Response | Promise<Response> {
    if (response instanceof Promise)
      return response.then(
        (done) => complete(exchange, set, done),
        (error: unknown) => complete(exchange, set, respondToFailure(exchange, error)),
      )
    exchange.isComplete = true
    leaveNothing(set)
    return exchange.host === undefined ? response : exchange.host.ended(exchange, response)
  }

  /** Sends a request through Elysia again, once its caller was authenticated. */
  async function carryOn(exchange: Exchange, set: ResponseSettings, request: Request): Promise<Response | undefined> {
    const response = await exchange.host?.route(request)
    leaveNothing(set)
    return response
  }

  /** The request handler of a finished application. Create it once, after the last route. */
  function handler(app: AnyElysia): Handler {
    for (const { method, path, hooks } of app.routes) {
      const operation = operationOf(hooks)
      // Pages have no tags.
      if (operation === undefined && !isTagged(hooks)) continue
      const { scope, authScheme, isOpen, id = '' } = operation ?? {}
      if (id === '') throw new Error(`Give ${method} ${path} an id`)
      if (scope === undefined && authScheme === undefined && isOpen !== true)
        throw new Error(`Declare who may call ${method} ${path}: scope, admit or open`)
    }
    const ended = createEnded({ log, metrics, activity, observer, requests })
    // Compiled once; `app.handle` would add a promise.
    app.compile()
    const host: Host = { isDraining: false, routesAt: createRoutesAt(app), route: app.fetch, ended }
    return {
      handle: createHandle({
        host,
        store,
        activity,
        seeThrough: trustProxies(config.trustedProxies ?? []),
        access,
      }),
      drain() {
        host.isDraining = true
        // Open streams would keep the port open as long as their clients stay connected.
        streams.end()
      },
    }
  }

  return {
    application,
    surface: createSurfaces({
      guard,
      once,
      activity,
      observer,
      findByExternalIds: (kind, of) => findByExternalIds(store.read, kind, of),
    }),
    handler,
    quota,
    clientQuota,
    once,
    streamEvents: streams.open,
  }
}

type RequestContext = { request: Request; set: Settings }

type ResponseContext = { request: Request; responseValue: unknown; set: ResponseSettings }

type ResponseSettings = { status?: unknown; headers: object }

const clientBuckets = { maxBuckets: limits.clientBuckets }

// Headers that a handler may have set before it failed, and that would be wrong on a problem response.
const ofSuccess = ['etag', 'location', 'content-disposition', 'last-modified'] as const

/** Leaves Elysia no status and headers to add to a response. */
function leaveNothing(set: ResponseSettings): void {
  set.status = 200
  set.headers = {}
}

/** True if the request reached Elysia and matches no operation. */
function isPageRequest({ operation, isAdmitted }: Exchange): boolean {
  return operation === undefined && isAdmitted === true
}

/** True if work was aborted because the caller closed the connection. */
function isClosedByCaller({ request }: Exchange, error: unknown): boolean {
  return request.signal.aborted && error === request.signal.reason
}

/** Logs the causes of 5xx failures, which the response does not contain. */
function reportBug(log: Log, exchange: Exchange, failure: ServiceError): void {
  if ((failure.context.status ?? catalog[failure.apiCode].status) < 500 || failure.context.cause === undefined) return
  log.error('request failed', {
    request_id: exchange.id,
    operation: exchange.operation?.id,
    code: failure.apiCode,
    error: failure.context.cause,
  })
}
