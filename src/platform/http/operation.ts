import { Kind, type TSchema } from '@sinclair/typebox'
import type { AnyElysia } from 'elysia'
import type { ErrorCode } from '../../kernel/errors/index.ts'
import type { ExternalKind } from '../../kernel/ids/index.ts'
import { publishedMark } from '../../kernel/schema/index.ts'
import type { Scope } from '../identity/index.ts'
import type { AuthScheme } from './auth-scheme.ts'
import type { TargetReader } from './operation-input.ts'

/** The scope that an API key needs, or `any` if every key is accepted and the handler checks access. */
export type RequiredScope = Scope | 'any'

/** Media types and max size of a body that is not JSON. The handler reads a form with `readForm` while it arrives. */
export type Takes = { types: readonly string[]; maxBytes: number; form?: () => TSchema }

/** A position of references in a value: names of members, and a symbol for the items of a list. */
export type ReferenceSlot = { readonly kind: ExternalKind; readonly path: readonly (string | symbol)[] }

/**
 * One operation of the API: everything its route declares. The macros of a surface build it while the route is registered.
 * It stays with the route, for hooks, for `Allow` and for the OpenAPI document.
 */
export type Operation = {
  /** Unique, such as `templates.create`. */
  id: string
  summary?: string
  description?: string
  readonly tags: readonly string[]
  readonly errorShape: 'problem' | 'plugin'
  readonly crossOrigin: boolean
  scope?: RequiredScope
  authScheme?: AuthScheme
  isOpen?: true
  isIdempotent?: true
  isHidden?: true
  isDeprecated?: true
  /** Accepts access tokens of connected applications. */
  takesBearer?: true
  /** Does not count toward a rate that the project has set for itself, so that a rate which is too low can be changed. */
  isBesideOwnRate?: true
  errors: readonly ErrorCode[]
  takes?: Takes
  /** The member of the body that is parsed only once while callers repeat it. */
  repeats?: string
  readonly readTarget: TargetReader
  /** Positions that accept external ids: in path and query, and in the body. */
  readonly references: { readonly target: readonly ReferenceSlot[]; readonly body: readonly ReferenceSlot[] }
  readonly params: TSchema | undefined
  readonly query: TSchema | undefined
  readonly body: TSchema | undefined
  readonly responses: Readonly<Record<string, TSchema>>
  /** Responses without a schema, as OpenAPI. */
  ownResponses?: object
  /** Status of a response unless the handler sets another: the only declared success, else 200. */
  readonly status: number
  /**
   * URL of the created resource, such as `/v1/folders/{id}` with a member of the response or
   * `/v1/templates/:id/versions/{id}` with a parameter of the path.
   */
  location?: string
  etag?: DeclaredEtag
}

/**
 * The member of the response that is its ETag, such as `revision`, or a function that returns it from the response. `true`
 * if the handler writes the header.
 */
export type DeclaredEtag = true | string | ((response: never) => number | string)

/** Parameters of the path are written as `:name`. */
export type OperationRoute = { method: string; path: string; operation: Operation }

/** A route of the application; pages have no operation. */
export type KnownRoute = { readonly method: string; readonly operation: Operation | undefined }

/** Finds the routes of a path with any method: Elysia treats a wrong method as an unknown path. */
export type RoutesAt = (path: string) => KnownRoute[]

/** In the order of their routes. */
export function operationsOf(app: AnyElysia): OperationRoute[] {
  return app.routes.flatMap(({ method, path, hooks }) => {
    const operation = operationOf(hooks)
    return operation === undefined ? [] : [{ method, path, operation }]
  })
}

/** Undefined for a page. */
export function operationOf(hooks: unknown): Operation | undefined {
  return (hooks as { operation?: Operation }).operation
}

/** True for a route of a surface, which tags its operations; pages have no tags. */
export function isTagged(hooks: unknown): boolean {
  return (hooks as { detail?: { tags?: unknown } }).detail?.tags !== undefined
}

/** The first part of an id, such as `templates`. */
export function resourceOf({ id }: Operation): string {
  const end = id.indexOf('.')
  return end === -1 ? id : id.slice(0, end)
}

/** Schemas of responses by status; a single schema belongs to 200. */
export function responsesOf(response: TSchema | Record<string, TSchema> | undefined): Record<string, TSchema> {
  if (response === undefined) return {}
  return Kind in response ? { 200: response as TSchema } : (response as Record<string, TSchema>)
}

/** True if a body of this schema is optional, because it requires no member. One of several forms has to be there. */
export function mayOmit(body: TSchema | undefined): boolean {
  if (body?.type !== 'object' || body.oneOf !== undefined || body['minProperties'] !== undefined) return false
  const published = (body as { [publishedMark]?: { required?: string[] } })[publishedMark]
  return (published?.required ?? (body.required as string[] | undefined))?.length === undefined
}

/** The only declared status of success, or 200. */
export function successOf(responses: Record<string, TSchema>): number {
  const successes = Object.keys(responses)
    .map(Number)
    .filter((status) => status >= 200 && status < 300)
  return successes.length === 1 ? (successes[0] ?? 200) : 200
}
