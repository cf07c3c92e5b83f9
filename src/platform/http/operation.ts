import { Kind, type TSchema } from '@sinclair/typebox'
import type { AnyElysia } from 'elysia'
import type { ErrorCode } from '../../kernel/errors/index.ts'
import { limits } from '../../kernel/limits.ts'
import type { Caller, Scope } from '../identity/index.ts'
import type { AuthScheme } from './admit.ts'
import type { Settings } from './draft.ts'
import { readJson } from './entry/json.ts'
import { type Query, type QueryReader, createQueryReader } from './entry/query.ts'
import { type BodyReader, createRepeatedMemberReader } from './entry/repeated-member.ts'
import { type Router, createRouter } from './router.ts'

/** What an API key needs: a scope, or nothing more than to be one, where the handler inspects what it requests. */
export type Need = Scope | 'any'

/**
 * What an operation reads from the body: JSON that fits its schema, or bytes of the listed media types. A form is left to
 * the handler, which reads it with `readForm` while it arrives.
 */
export type Takes = { types: readonly string[]; maxBytes: number; form?: () => TSchema }

/** One method on one path, with all that the guard has to know about it. */
export type Operation = {
  readonly id: string
  /** What the id begins with, such as `templates`. */
  readonly resource: string
  readonly method: string
  /** The path as it was registered, parameters as `:name`. */
  readonly route: string
  readonly hidden: boolean
  readonly scope: Need | undefined
  /** Another auth scheme than an API key. */
  readonly authScheme: AuthScheme | undefined
  readonly errorShape: 'problem' | 'plugin'
  readonly crossOrigin: boolean
  readonly query: QueryReader
  readonly params: TSchema | undefined
  readonly body: TSchema | undefined
  readonly readBody: BodyReader
  readonly takes: Takes | undefined
  /** Nothing in the body is required: a call without one means an empty object. */
  readonly mayOmitBody: boolean
  /** What it may answer, by status. */
  readonly answers: Readonly<Record<string, TSchema>>
  /** What the surface does; undefined for a page, which the framework's own router answers. */
  readonly handle: OperationHandler | undefined
}

/** What a handler is given; the types of a route say which of it there is. */
export type HandlerContext = {
  request: Request
  set: Settings
  params: Record<string, string>
  query: Query
  body: unknown
  caller: Caller | undefined
}

export type OperationHandler = (context: HandlerContext) => unknown

export type RouteSchemas = {
  params?: TSchema
  query?: TSchema
  body?: TSchema
  response?: TSchema | Record<string, TSchema>
}

type RouteHooks = RouteSchemas & { detail?: OperationNotes }

/** What macros leave in a route's `detail`; the OpenAPI writer takes it out again. */
export type OperationNotes = {
  operationId?: string
  hide?: boolean
  'x-scope'?: Need
  'x-open'?: true
  'x-way-in'?: AuthScheme
  'x-once'?: true
  'x-errors'?: readonly ErrorCode[]
  'x-takes'?: Takes
  'x-repeats'?: string
  /** A function, because Elysia copies what is plain data and loses what TypeBox keeps under symbols. */
  'x-schemas'?: () => RouteSchemas
  'x-error-shape'?: 'problem' | 'plugin'
  'x-cross-origin'?: boolean
  /** Left by every surface; by every macro. */
  'x-surface'?: true
  'x-read'?: true
}

/** The operations of an application. */
export type Operations = {
  readonly all: readonly Operation[]
  /** The one that answers a method on a path. */
  readonly match: Router<Operation>
  /** The operations a path answers to, whatever the method. */
  at(path: string): Operation[]
}

/** Reads the operations out of a finished application. */
export function readOperations(app: AnyElysia): Operations {
  const all = app.routes
    .filter((route) => route.method !== 'WS')
    .map(({ method, path, hooks, handler }) => operationOf(method, path, hooks as RouteHooks, handler))
  const byLength = new Map<number, { segments: string[]; operation: Operation }[]>()
  for (const operation of all) {
    const segments = segmentsOf(operation.route)
    byLength.set(segments.length, [...(byLength.get(segments.length) ?? []), { segments, operation }])
  }
  return {
    all,
    match: createRouter(all.filter(({ handle }) => handle !== undefined)),
    at(path) {
      const given = segmentsOf(path)
      const candidates = byLength.get(given.length) ?? []
      return candidates.filter(({ segments }) => fits(segments, given)).map(({ operation }) => operation)
    },
  }
}

/** The schemas of a route: those its macros put into the notes, else those Elysia has. */
export function schemasOf(hooks: RouteHooks): RouteSchemas {
  return hooks.detail?.['x-schemas']?.() ?? hooks
}

function operationOf(method: string, route: string, hooks: RouteHooks, handler: unknown): Operation {
  const notes = hooks.detail ?? {}
  const id = notes.operationId ?? `${method} ${route}`
  const { params, query, body, response } = schemasOf(hooks)
  // Without a macro Elysia would read the body itself, before the guard and without limits.
  if (notes['x-surface'] && !notes['x-read'] && method !== 'GET')
    throw new Error(`Declare who may call ${method} ${route}: scope or open`)
  return {
    id,
    resource: id.split('.')[0] ?? id,
    method,
    route,
    hidden: notes.hide === true || notes.operationId === undefined,
    scope: notes['x-scope'],
    authScheme: notes['x-way-in'],
    errorShape: notes['x-error-shape'] ?? 'problem',
    crossOrigin: notes['x-cross-origin'] ?? true,
    query: createQueryReader(query),
    params,
    body,
    readBody: notes['x-repeats'] === undefined ? readJson : createRepeatedMemberReader(notes['x-repeats']),
    mayOmitBody: mayOmit(body),
    answers: answersOf(response),
    handle: notes['x-surface'] ? (handler as OperationHandler) : undefined,
    takes: notes['x-takes'] ?? (body && { types: ['application/json'], maxBytes: limits.requestBodyBytes }),
  }
}

function answersOf(response: RouteSchemas['response']): Record<string, TSchema> {
  if (response === undefined) return {}
  return Kind in response ? { 200: response as TSchema } : response
}

/** True if a body of this schema may be left out, because it requires nothing. */
export function mayOmit(body: TSchema | undefined): boolean {
  return body !== undefined && body.type === 'object' && (body.required as string[] | undefined)?.length === undefined
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

function fits(route: string[], given: string[]): boolean {
  return route.every((segment, at) => segment.startsWith(':') || segment === '*' || segment === given[at])
}
