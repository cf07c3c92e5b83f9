import { type AnyElysia, Elysia, NotFoundError } from 'elysia'
import { type ErrorCode, catalogue, fail } from '../../kernel/errors/index.ts'
import { limits } from '../../kernel/limits.ts'
import type { Authenticator, Caller, Vault } from '../identity/index.ts'
import type { Log } from '../log/index.ts'
import type { Metrics } from '../metrics/index.ts'
import { clientNetwork } from '../net/index.ts'
import { type Store, statementwise } from '../storage/index.ts'
import { type Activity, createActivity } from '../watchdog/index.ts'
import type { AuthScheme } from './admit.ts'
import { createOriginList } from './access/cors.ts'
import { createAccessAssertion } from './access/assert-access.ts'
import { createGuard, refuseFor } from './access/guard.ts'
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
import { createHsts } from './response/hsts.ts'
import { createAnswerCheck } from './response/check.ts'
import { createEventStreams } from './response/event-stream.ts'
import { failureOf } from './response/failures.ts'
import { missingFailure } from './response/methods.ts'
import { writeFailure } from './response/problem.ts'
import type { DraftHeaders } from './draft.ts'
import { bodyMemory, eventLoop } from './entry/admission.ts'
import { decompression } from './entry/gzip.ts'
import { exchangeOf, peerAddress } from './exchange.ts'
import { type Handler, createHandler, reportBug } from './handler.ts'
import type { CallObserver } from './observer.ts'
import { type AuthorizeReplay, createOnce } from './once.ts'
import { type Run, createRun } from './run.ts'
import {
  type Need,
  type OperationNotes,
  type Operations,
  type RouteSchemas,
  type Takes,
  readOperations,
} from './operation.ts'
import { addCounts, readAllowedOrigins } from './store.ts'

/** A failure as a page can show it. */
export interface ShownFailure {
  status: number
  title: string
  detail: string | undefined
  requestId: string
  /** Of the answer, Retry-After among them. */
  headers: DraftHeaders
}

export type HttpConfig = {
  /** Public address of the service; its origin needs no entry on a project's list. */
  baseUrl: string
  /** Other public addresses of the same service. */
  ownUrls?: readonly string[]
  apiRateLimit: Rate
  /**
   * Checks every answer against its schema, and that the access check which its operation declares was made, at a cost; for
   * tests. A wrong answer becomes INTERNAL.
   */
  checkAnswers?: boolean
  /** Failed authentications per address before it is answered 429; 30 a minute unless given. */
  failureRateLimit?: Rate
  /** The page that shows a failure to a person; undefined where the request is a program's, which gets it as JSON. */
  failurePage?: (request: Request, failure: ShownFailure) => Response | undefined
  /** Max-age of Strict-Transport-Security at those of the public addresses that are https; none unless given. */
  hstsSeconds?: number
  /** Networks in CIDR form whose proxies are believed about whom they speak for; nobody is unless given. */
  trustedProxies?: readonly string[]
}

export type HttpDeps = {
  authenticator: Authenticator
  store: Store
  /** Seals the answers that are kept for repeated calls. */
  vault: Pick<Vault, 'seal' | 'open'>
  log: Log
  metrics: Metrics
  /** Where each request is noted for the watchdog, where there is one. */
  activity?: Activity
  /** Watches every request to an operation. */
  observer?: CallObserver
  config: HttpConfig
  /** Asked before a response is replayed for an Idempotency-Key. */
  authorizeReplay?: AuthorizeReplay
}

export type SurfaceOptions = {
  /** The body of failures: problem+json, or the shape of the plugin. */
  errors?: 'problem' | 'plugin'
  /** False: no page of another origin may call, whatever a project lists (`/init`). */
  crossOrigin?: boolean
}

export type Http = ReturnType<typeof createHttp>

/** Takes one call from a bucket's quota and writes what is left of it. */
export type TakeQuota = (bucket: string, headers: DraftHeaders) => Promise<void>

/**
 * Counts work that an unauthenticated request causes by the client's IP address (IPv6: /64), `cost` units of the rate unless it
 * is 1. Fails with RATE_LIMIT_EXCEEDED. Requests that did not come over a socket are not limited.
 */
export type TakeClientQuota = (request: Request, cost?: number) => void

/** The HTTP layer: makes surfaces for routes, the application that carries them, and the function that answers. */
export function createHttp({
  authenticator,
  store,
  vault,
  log,
  metrics,
  activity = createActivity(),
  observer,
  config,
  authorizeReplay,
}: HttpDeps) {
  const origins = createOriginList(() => readAllowedOrigins(store.read), [config.baseUrl, ...(config.ownUrls ?? [])])
  const limiter = limiterOf(config.apiRateLimit)
  const failures = createMemoryLimiter(config.failureRateLimit ?? { requests: 30, seconds: 60 }, clientBuckets)
  const guard = createGuard({ authenticator, limiter, failures, origins })
  const docsUrl = `${config.baseUrl}/docs/errors`
  const streams = createEventStreams({ log, metrics })
  for (const each of [decompression, bodyMemory, eventLoop]) each.measure(metrics)
  const inOrder = createRun({
    guard,
    activity,
    observer,
    check: config.checkAnswers ? createAnswerCheck() : undefined,
    assertAccess: config.checkAnswers ? createAccessAssertion() : undefined,
  })
  // One resource whose table is locked leaves connections to the others.
  const run: Run = (exchange, match) => store.inBulkhead(match.operation.resource, () => inOrder(exchange, match))
  let operations: Operations | undefined

  function limiterOf(rate: Rate): RateLimiter | SharedLimiter {
    if (store.dialect !== 'postgres') return createMemoryLimiter(rate)
    return createSharedLimiter(rate, (counts) => store.tx((db) => addCounts(db, counts), statementwise))
  }

  /**
   * A quota beside that of API keys, counted for all replicas: each call takes one from its bucket and writes the RateLimit
   * headers. Fails with RATE_LIMIT_EXCEEDED.
   */
  function quota(name: string, rate: Rate): TakeQuota {
    const counter = limiterOf(rate)
    const policy = policyOf(name, rate)
    return async (bucket, headers) => {
      const now = Date.now()
      const left = await counter.take(`${name} ${bucket}`, now)
      writeQuota(headers, policy, left)
      if (left.exceeded) refuseFor(secondsUntil(left.resetAt, now))
    }
  }

  /** A quota of clients without credentials, counted in this process. */
  function clientQuota(rate: Rate, detail: string): TakeClientQuota {
    const counter = createMemoryLimiter(rate, clientBuckets)
    return (request, cost) => {
      const address = peerAddress(request)
      if (address === undefined) return
      const now = Date.now()
      const left = counter.take(clientNetwork(address), now, cost)
      if (left.exceeded) refuseFor(secondsUntil(left.resetAt, now), detail)
    }
  }

  /** An empty application with the service's settings: put the surfaces into it, then make its `handler`. */
  function application() {
    return new Elysia({ normalize: false, handler: { standardHostname: false } }).onError(
      { as: 'global' },
      ({ error, request, set }) => {
        const exchange = exchangeOf(request)
        const failure =
          error instanceof NotFoundError
            ? missingFailure(operations?.at(exchange.path) ?? [])
            : failureOf(error, exchange.method)
        reportBug(log, exchange, failure)
        const answer = writeFailure(failure, exchange, docsUrl)
        const page = config.failurePage?.(request, {
          status: answer.status,
          title: catalogue[failure.apiCode].message,
          detail: failure.context.detail,
          requestId: exchange.id,
          headers: answer.headers,
        })
        if (page !== undefined) return page
        set.status = answer.status
        Object.assign(set.headers, answer.headers)
        return answer.body
      },
    )
  }

  /**
   * A surface: an Elysia instance whose routes may say `scope`, `errors` and `takes`. Input is read in the order
   * key (401), scope (403), rate (429), path and query (422), media type (415), size (413), JSON (400), schema (422).
   */
  function surface(tag: string, options: SurfaceOptions = {}) {
    return (
      new Elysia({ normalize: false, tags: [tag], detail: notesOf(options) })
        // Here routes get their types. What they do is run by `run`, so nothing may reach them through this router.
        .derive((): Record<never, unknown> => fail('ROUTE_NOT_FOUND'))
        .macro({
          /** Needs an API key with this scope, or any key; gives `caller`. */
          scope: (scope: Need) => ({
            introspect: noting({ 'x-scope': scope }),
            resolve: (): { caller: Caller } => fail('ROUTE_NOT_FOUND'),
          }),
          /** Needs whatever this auth scheme requests; gives `caller`. */
          admit: (authScheme: AuthScheme) => ({
            introspect: noting({ 'x-way-in': authScheme }),
            resolve: (): { caller: Caller } => fail('ROUTE_NOT_FOUND'),
          }),
          /** Anybody may call it; the handler finds out who, if it matters. */
          open: (_: true) => ({ introspect: noting({ 'x-open': true }) }),
          /** Takes an Idempotency-Key: the handler runs in `http.once`. */
          once: (_: true) => ({ introspect: noting({ 'x-once': true }) }),
          /** Failures of this operation, besides those any operation may answer. */
          errors: (codes: readonly ErrorCode[]) => ({ introspect: noting({ 'x-errors': codes }) }),
          /** Takes the body as bytes of these media types instead of JSON. */
          takes: (takes: Takes) => ({ introspect: noting({ 'x-takes': takes }) }),
          /** The member of the body in which callers bring the same large object again and again: it is read once. */
          repeats: (member: string) => ({ introspect: noting({ 'x-repeats': member }) }),
        })
    )
  }

  /** The function that answers every request of a finished application. Make it once, after the last route. */
  function handler(app: AnyElysia): Handler {
    operations = readOperations(app)
    const seeThrough = trustProxies(config.trustedProxies ?? [])
    const { handle, drain } = createHandler({
      app,
      operations,
      run,
      origins,
      log,
      metrics,
      activity,
      docsUrl,
      seeThrough,
      observer,
      hsts: createHsts([config.baseUrl, ...(config.ownUrls ?? [])], config.hstsSeconds ?? 0),
    })
    return {
      handle,
      drain() {
        drain()
        // They would keep the port open for as long as their clients like.
        streams.end()
      },
    }
  }

  return {
    application,
    surface,
    handler,
    quota,
    clientQuota,
    once: createOnce({ store, vault, authorizeReplay }),
    streamEvents: streams.open,
  }
}

function notesOf(options: SurfaceOptions): object {
  return {
    'x-surface': true,
    ...(options.errors === undefined ? {} : { 'x-error-shape': options.errors }),
    ...(options.crossOrigin === undefined ? {} : { 'x-cross-origin': options.crossOrigin }),
  }
}

const clientBuckets = { maxBuckets: limits.clientBuckets }

type Registered = RouteSchemas & { detail?: OperationNotes; parse?: string }

/**
 * A macro may change the route's options as they are registered. The schemas move into the notes, for `run` checks them:
 * Elysia would check everything once more.
 */
function noting(notes: OperationNotes) {
  return (route: object) => {
    const registered = route as Registered
    const { params, query, body, response } = registered
    const schemas = registered.detail?.['x-schemas'] ?? (() => given({ params, query, body, response }))
    for (const part of ['params', 'query', 'body', 'response'] as const) delete registered[part]
    Object.assign(registered, {
      parse: 'none',
      detail: { ...registered.detail, ...notes, 'x-read': true, 'x-schemas': schemas },
    })
  }
}

function given<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never
}
