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
import { bodyValidator, paramsValidator, queryValidator } from './entry/validators.ts'
import { type Exchange, addressOf, exchangeOf } from './exchange.ts'
import type { CallObserver, OperationInput } from './observer.ts'
import type { Once } from './once.ts'
import { type Operation, type RequiredScope, type Takes, responsesOf } from './operation.ts'

export type SurfaceOptions = {
  /** The body of failures: problem+json, or the shape of the plugin. */
  errors?: 'problem' | 'plugin'
  /** False: no page of another origin may call, whatever a project lists (`/init`). */
  crossOrigin?: boolean
}

export type SurfaceDeps = {
  guard: Guard
  once: Once
  activity: Activity
  observer: Pick<CallObserver, 'describe'> | undefined
}

/** `Once` for the request that is being answered. */
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

// Elysia reads from the text of these functions which parts of a request to prepare: they name them one by one.
type InputContext = { request: Request; params: object; query: object; body: unknown }
type HookContext = { request: Request; route: string; set: { status?: number | string; headers: object } }

/**
 * Makes surfaces: Elysia instances whose routes take the options below. Every operation says who may call it: `scope`, `admit`
 * or `open`. A request passes Elysia's stages in the order key (401), scope (403), rate (429) in `transform`; path and query
 * (422), media type (415), size (413), JSON (400) and schema (422) of the body as validation; `caller` in `resolve`.
 */
export function createSurfaces({ guard, once, activity, observer }: SurfaceDeps) {
  return function surface(tag: string, { errors = 'problem', crossOrigin = true }: SurfaceOptions = {}) {
    const declare = (change: (operation: Operation) => void) => ({
      introspect: (route: object) => change(operationFor(route, { tag, errors, crossOrigin })),
    })

    /** The hooks of an operation whose caller is authenticated by `admit`. */
    function authenticated(change: (operation: Operation) => void, admit: Authenticate) {
      let own: Operation
      const transform: Transform = async ({ request, route }) => enter(own, { request, route, admit })
      return {
        ...declare((operation) => change((own = operation))),
        transform,
        resolve: ({ request, params, query, body }: InputContext): { caller: Caller } => ({
          caller: authenticatedCaller(validated(own, request, { params, query, body } as OperationInput)),
        }),
      }
    }

    return new Elysia({ normalize: false, tags: [tag] }).macro({
      /** Unique, such as `templates.create`: the name of the method in clients, logs and metrics. */
      id: (id: string) => declare((operation) => (operation.id = id)),
      summary: (summary: string) => declare((operation) => (operation.summary = summary)),
      description: (description: string) => declare((operation) => (operation.description = description)),
      /** Needs an API key with this scope, or any key; gives `caller`. */
      scope: (scope: RequiredScope) =>
        authenticated(
          (operation) => (operation.scope = scope),
          (exchange) => guard.admit(exchange, scope, exchange.set.headers),
        ),
      /** Needs what this auth scheme requires; gives `caller`. */
      admit: (scheme: AuthScheme) =>
        authenticated(
          (operation) => (operation.authScheme = scheme),
          (exchange, request) => guard.admitBy(exchange, { request, admit: scheme.admit }, exchange.set.headers),
        ),
      /** No credentials are required; the handler authenticates the caller where that matters. */
      open: (_: true) => {
        let own: Operation
        const transform: Transform = async ({ request, route }) => enter(own, { request, route })
        return {
          ...declare((operation) => ((own = operation).isOpen = true)),
          transform,
          resolve: ({ request, params, query, body }: InputContext) =>
            void validated(own, request, { params, query, body } as OperationInput),
        }
      },
      /** Takes an Idempotency-Key; gives `once`, which runs the effect at most once per key, in a transaction of these options. */
      once: (tx: TxOptions | true) => ({
        ...declare((operation) => (operation.isIdempotent = true)),
        resolve: ({ request, set }: HookContext): { once: OnceOfRequest } => ({
          once: (effect, options) =>
            once({ request, set: set as Settings, ...(tx === true ? {} : { tx }), ...options }, effect),
        }),
      }),
      /** Failures of this operation besides those of every operation. */
      errors: (codes: readonly ErrorCode[]) => declare((operation) => (operation.errors = codes)),
      /** Takes the body as bytes of these media types instead of JSON. */
      takes: (takes: Takes) => ({
        introspect: (route: object) => {
          const operation = operationFor(route, { tag, errors, crossOrigin })
          operation.takes = takes
          Object.assign(route, { body: bodyValidator(operation), parse: unread })
        },
      }),
      /** The member of the body in which callers send the same large object again and again: it is parsed once. */
      repeats: (member: string) => declare((operation) => (operation.repeats = member)),
      /** Responses that no schema describes, as OpenAPI. */
      responses: (responses: object) => declare((operation) => (operation.ownResponses = responses)),
      /** Left out of the OpenAPI document. */
      hidden: (_: true) => declare((operation) => (operation.isHidden = true)),
    })
  }

  /** Authenticates before anything else is read, and gives Elysia the query string as it was sent. */
  function enter(
    operation: Operation,
    { request, route, admit }: { request: Request; route: string; admit?: Authenticate },
  ): { query: string } | Promise<{ query: string }> {
    const exchange = exchangeOf(request)
    exchange.operation = operation
    exchange.route = route
    activity.name(exchange.ticket, operation.id)
    const admitted = admit?.(exchange, request)
    return admitted instanceof Promise ? admitted.then(() => entered(exchange)) : entered(exchange)
  }

  /** The caller, once path, query and body were validated. */
  function validated(operation: Operation, request: Request, { params = {}, query, body }: OperationInput) {
    const exchange = exchangeOf(request)
    // Other requests may have begun while its body arrived.
    activity.resume(exchange.ticket)
    exchange.subject = observer?.describe(operation.id, { params, query, body })
    return exchange.caller && callerOf(exchange, exchange.caller)
  }
}

// Elysia assigns what it returns to the context, though its types say void. It is `async` because Elysia decides by that
// whether to await it, and the request must not go on before its caller is authenticated.
type Transform = (context: HookContext) => void

type Authenticate = (exchange: Exchange, request: Request) => void | Promise<void>

function entered(exchange: Exchange): { query: string } {
  eventLoop.note(exchange.caller?.projectId, exchange.startedAtMs)
  return { query: exchange.search }
}

// Elysia parses bodies before anything else: this leaves them unread until the validator of the body comes to it.
const unread = ({ request }: { request: Request }) => request

/**
 * The operation of a route that is being registered. The first macro makes it, and gives Elysia validators in place of the
 * schemas. Elysia gets no schemas of responses: it would validate every response; only tests do (`response/check.ts`).
 */
function operationFor(
  route: object,
  { tag, errors, crossOrigin }: { tag: string; errors: 'problem' | 'plugin'; crossOrigin: boolean },
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
  }
  delete registered.response
  Object.assign(registered, {
    operation,
    query: queryValidator(query),
    ...(params === undefined ? {} : { params: paramsValidator(params) }),
    ...(body === undefined ? { parse: 'none' } : { body: bodyValidator(operation), parse: unread }),
  })
  return operation
}

function authenticatedCaller(caller: Caller | undefined): Caller {
  if (caller === undefined) throw new Error('The request went on before its caller was authenticated.')
  return caller
}

function callerOf(exchange: Exchange, caller: Caller): Caller {
  // A caller who only reads leaves no line in the audit log.
  if (exchange.method === 'GET' || exchange.method === 'HEAD') return caller
  const ip = addressOf(exchange)
  const actor = { ...caller.actor, requestId: exchange.id, ...(ip === undefined ? {} : { ip }) }
  return { ...caller, actor }
}
