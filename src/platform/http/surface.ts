import type { TSchema } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { ErrorCode } from '../../kernel/errors/index.ts'
import type { Caller } from '../identity/index.ts'
import type { Db, TxOptions } from '../storage/index.ts'
import type { Activity } from '../watchdog/index.ts'
import type { Guard } from './access/guard.ts'
import type { AuthScheme } from './auth-scheme.ts'
import type { Settings } from './draft.ts'
import { eventLoop } from './entry/admission.ts'
import { bodyValidator } from './entry/body-validator.ts'
import { prompt } from './prompt.ts'
import {
  type FindByExternalIds,
  type ResolveReferences,
  createReferenceResolver,
  referenceSlots,
} from './entry/references.ts'
import { createTargetReader } from './entry/target-input.ts'
import type { TargetInput } from './operation-input.ts'
import { type Exchange, addressOf, exchangeOf } from './exchange.ts'
import type { CallObserver } from './observer.ts'
import type { Once } from './once.ts'
import {
  type DeclaredEtag,
  type Operation,
  type ReferenceSlot,
  type RequiredScope,
  type Takes,
  responsesOf,
  successOf,
} from './operation.ts'

export type SurfaceOptions = {
  /** The shape of failures: problem+json, or that of the plugin. */
  errors?: 'problem' | 'plugin'
  /** False: no page of another origin may call, even if a project lists it (`/init`). */
  crossOrigin?: boolean
}

export type SurfaceDeps = {
  guard: Guard
  once: Once
  activity: Activity
  observer: Pick<CallObserver, 'describe'> | undefined
  /** Finds resources by the external ids that requests use in place of ids. */
  findByExternalIds: FindByExternalIds
}

/** `Once`, bound to the current request. */
export type OnceOfRequest = <T>(
  effect: (db: Db) => Promise<T>,
  options?: { bodyHash?: string; resource?: string },
) => Promise<T>

/** A route's options while macros are applied. */
type Registered = {
  operation?: Operation
  tags?: string[]
  params?: TSchema
  query?: TSchema
  body?: TSchema
  response?: TSchema | Record<string, TSchema>
}

// Elysia reads from the source text of hooks which parts of a request to prepare, so each hook names the parts it needs.
type RequestContext = { request: Request }
type EntryContext = { request: Request; route: string; params: Record<string, string> }
type OnceContext = { request: Request; set: { status?: number | string; headers: object } }

/**
 * Creates surfaces: Elysia instances whose routes take the options below. Every operation declares its callers: `scope`,
 * `admit` or `open`. A request passes Elysia's stages in the order key (401), scope (403), rate (429), path and query (422)
 * in `transform`; media type (415), size (413), JSON (400) and schema (422) of the body as validation; `caller` in
 * `resolve`.
 */
export function createSurfaces({ guard, once, activity, observer, findByExternalIds }: SurfaceDeps) {
  const resolve = createReferenceResolver(findByExternalIds)
  return function surface(tag: string, { errors = 'problem', crossOrigin = true }: SurfaceOptions = {}) {
    const declare = (change: (operation: Operation) => void) => ({
      introspect: (route: object) => change(operationFor(route, { tag, errors, crossOrigin, resolve })),
    })

    /** The hooks of an operation whose caller `admit` authenticates. */
    function authenticated(change: (operation: Operation) => void, admit: Authenticate) {
      let own: Operation
      return {
        ...declare((operation) => change((own = operation))),
        transform: prompt<EntryContext, void>(
          ({ request, route, params }) => enter(own, { request, route, params }, admit),
          'transform',
        ),
        resolve: prompt<RequestContext, { caller: Caller }>(
          ({ request }) => ({ caller: authenticatedCaller(begin(own, exchangeOf(request))) }),
          'resolve',
        ),
      }
    }

    return new Elysia({ normalize: false, tags: [tag] }).macro({
      /** Unique, such as `templates.create`: the name of the method in clients, logs and metrics. */
      id: (id: string) => declare((operation) => (operation.id = id)),
      summary: (summary: string) => declare((operation) => (operation.summary = summary)),
      description: (description: string) => declare((operation) => (operation.description = description)),
      /** Requires an API key with this scope, or any key; provides `caller`. */
      scope: (scope: RequiredScope) =>
        authenticated(
          (operation) => (operation.scope = scope),
          (exchange) => guard.admit(exchange, scope, exchange.set.headers),
        ),
      /** Requires the credentials of this auth scheme; provides `caller`. */
      admit: (scheme: AuthScheme) =>
        authenticated(
          (operation) => (operation.authScheme = scheme),
          (exchange, request) => guard.admitBy(exchange, { request, admit: scheme.admit }, exchange.set.headers),
        ),
      /** Requires no credentials; the handler authenticates the caller if needed. */
      open: (_: true) => {
        let own: Operation
        return {
          ...declare((operation) => ((own = operation).isOpen = true)),
          transform: prompt<EntryContext, void>(
            ({ request, route, params }) => enter(own, { request, route, params }),
            'transform',
          ),
          resolve: prompt<RequestContext, void>(({ request }) => void begin(own, exchangeOf(request)), 'resolve'),
        }
      },
      /**
       * Accepts an Idempotency-Key; provides `once`, which runs the effect at most once per key, in a transaction with these
       * options.
       */
      once: (tx: TxOptions | true) => ({
        ...declare((operation) => (operation.isIdempotent = true)),
        resolve: ({ request, set }: OnceContext): { once: OnceOfRequest } => ({
          once: (effect, options) =>
            once({ request, set: set as Settings, ...(tx === true ? {} : { tx }), ...options }, effect),
        }),
      }),
      /** Provides the value of If-Match as `ifMatch`. */
      ifMatch: (_: true) => ({
        resolve: prompt<RequestContext, { ifMatch: string | undefined }>(
          ({ request }) => ({ ifMatch: request.headers.get('if-match') ?? undefined }),
          'resolve',
        ),
      }),
      /** Location of the created resource, such as `/v1/folders/{id}`; none if the response lacks that member. */
      location: (template: string) => declare((operation) => (operation.location = template)),
      /** Where the ETag comes from: a member of the response, such as `template.revision`, a function of it, or the handler. */
      etag: (etag: DeclaredEtag) => declare((operation) => (operation.etag = etag)),
      /** Failures of this operation besides those of every operation. */
      errors: (codes: readonly ErrorCode[]) => declare((operation) => (operation.errors = codes)),
      /** Accepts the body as bytes of these media types instead of JSON. */
      takes: (takes: Takes) => ({
        introspect: (route: object) => {
          const operation = operationFor(route, { tag, errors, crossOrigin, resolve })
          operation.takes = takes
          Object.assign(route, { body: bodyValidator(operation, resolve), parse: unread })
        },
      }),
      /** The member of the body in which callers send the same large object repeatedly: it is parsed once. */
      repeats: (member: string) => declare((operation) => (operation.repeats = member)),
      /** Counts toward the rate of the installation only, not toward one that the project has set for itself. */
      besideOwnRate: (_: true) => declare((operation) => (operation.isBesideOwnRate = true)),
      /** Accepts access tokens of connected applications, besides API keys. */
      bearer: (_: true) => declare((operation) => (operation.takesBearer = true)),
      /** Responses that no schema describes, as OpenAPI. */
      responses: (responses: object) => declare((operation) => (operation.ownResponses = responses)),
      /** Marks the operation in the OpenAPI document; its description names the replacement. */
      deprecated: (_: true) => declare((operation) => (operation.isDeprecated = true)),
      /** Omits the operation from the OpenAPI document. */
      hidden: (_: true) => declare((operation) => (operation.isHidden = true)),
    })
  }

  /**
   * Authenticates before any other part is read, then validates path and query and resolves their external ids. Throws
   * `Pending` if either is asynchronous.
   */
  function enter(operation: Operation, { request, route, params }: EntryContext, admit?: Authenticate): TargetInput {
    const exchange = exchangeOf(request)
    exchange.operation = operation
    exchange.route = route
    if (operation.status !== 200) exchange.set.status = operation.status
    activity.name(exchange.ticket, operation.id)
    if (admit !== undefined && exchange.isAuthorized !== true) {
      const admitted = admit(exchange, request)
      if (admitted instanceof Promise) throw new Pending(admitted)
    }
    eventLoop.note(exchange.caller?.projectId, exchange.startedAtMs)
    if (exchange.isResolved === true && exchange.target !== undefined) return exchange.target
    const target = operation.readTarget(params, exchange.search)
    const { caller } = exchange
    const slots = operation.references.target
    const resolved = caller === undefined || slots.length === 0 ? target : resolve(caller.projectId, slots, target)
    if (!(resolved instanceof Promise)) return (exchange.target = resolved)
    throw new Pending(
      resolved.then((found) => {
        exchange.target = found
        exchange.isResolved = true
      }),
    )
  }

  /** The caller, once path, query and body were validated. */
  function begin(operation: Operation, exchange: Exchange): Caller | undefined {
    // Other requests may have begun while its body arrived.
    activity.resume(exchange.ticket)
    const { body, caller, target = { params: {}, query: {} } } = exchange
    exchange.subject = observer?.describe(operation.id, { ...target, body })
    return caller && callerOf(exchange, caller)
  }
}

type Authenticate = (exchange: Exchange, request: Request) => void | Promise<void>

/**
 * Thrown by an operation that cannot go on synchronously, because the key, its quota or an external id has to be read from
 * storage. `onError` waits and sends the request through Elysia again. Requests with a cached key thus pass all stages
 * without a promise, which would cost a tenth of the time of a short response.
 */
export class Pending {
  readonly #wait: Promise<void>

  constructor(wait: Promise<void>) {
    this.#wait = wait
  }

  /** Resolves with the failure, or with undefined if the request may continue. */
  failure(): Promise<unknown> {
    return this.#wait.then(
      () => undefined,
      (error: unknown) => error,
    )
  }
}

// Elysia parses bodies before anything else: this leaves them unread until the body validator runs.
const unread = ({ request }: { request: Request }) => request

/**
 * The operation of a route that is being registered. The first macro creates it, and gives Elysia a validator in place of
 * the schema of the body. Elysia gets no other schemas: path and query are validated together with authentication, before
 * the body is read; and Elysia would validate every response, which only tests do (`response/check.ts`).
 */
function operationFor(
  route: object,
  {
    tag,
    errors,
    crossOrigin,
    resolve,
  }: { tag: string; errors: 'problem' | 'plugin'; crossOrigin: boolean; resolve: ResolveReferences },
): Operation {
  const registered = route as Registered
  if (registered.operation !== undefined) return registered.operation
  const { params, query, body, response, tags } = registered
  const operation: Operation = {
    id: '',
    tags: tags ?? [tag],
    errorShape: errors,
    crossOrigin,
    errors: [],
    params,
    query,
    body,
    responses: responsesOf(response),
    status: successOf(responsesOf(response)),
    readTarget: createTargetReader(params, query),
    references: referencesOf({ params, query, body }),
  }
  for (const schema of ['params', 'query', 'response'] as const) delete registered[schema]
  Object.assign(registered, {
    operation,
    ...(body === undefined ? {} : { body: bodyValidator(operation, resolve), parse: unread }),
  })
  return operation
}

// Schemas of documents have thousands of members: walking those of every operation takes 5 ms of a start.
function referencesOf({ params, query, body }: Pick<Operation, 'params' | 'query' | 'body'>): Operation['references'] {
  let target: ReferenceSlot[] | undefined
  let ofBody: ReferenceSlot[] | undefined
  return {
    get target() {
      return (target ??= targetSlots(params, query))
    },
    get body() {
      return (ofBody ??= referenceSlots(body))
    },
  }
}

function targetSlots(params: TSchema | undefined, query: TSchema | undefined): ReferenceSlot[] {
  const inside = (part: keyof TargetInput, schema: TSchema | undefined) =>
    referenceSlots(schema).map(({ kind, path }) => ({ kind, path: [part, ...path] }))
  return [...inside('params', params), ...inside('query', query)]
}

function authenticatedCaller(caller: Caller | undefined): Caller {
  if (caller === undefined) throw new Error('The request went on before its caller was authenticated.')
  return caller
}

function callerOf(exchange: Exchange, caller: Caller): Caller {
  // Reads are not audited.
  if (exchange.method === 'GET' || exchange.method === 'HEAD') return caller
  const ip = addressOf(exchange)
  const actor = { ...caller.actor, requestId: exchange.id, ...(ip === undefined ? {} : { ip }) }
  return { ...caller, actor }
}
