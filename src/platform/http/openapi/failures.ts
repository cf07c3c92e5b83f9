import { type ErrorCode, catalog } from '../../../kernel/errors/index.ts'
import type { Json, JsonObject } from './model.ts'

/** Properties of an operation that decide its failures. */
export type FailureTraits = {
  errors: readonly ErrorCode[]
  guarded: boolean
  /** Errors of another auth scheme; undefined if there is none. */
  refusals: readonly ErrorCode[] | undefined
  once: boolean
  writes: boolean
  hasBody: boolean
  hasPath: boolean
  errorShape: 'problem' | 'plugin'
}

/** Every error code of an operation: its own, and those of the checks before its handler. */
export function codesOf(traits: FailureTraits): ErrorCode[] {
  const codes = new Set<ErrorCode>(['MALFORMED_REQUEST', 'VALIDATION_FAILED', 'INTERNAL', 'SERVICE_UNAVAILABLE'])
  const add = (when: boolean, ...more: ErrorCode[]) => when && more.forEach((code) => codes.add(code))
  add(
    traits.guarded,
    'UNAUTHORIZED',
    'PLUGIN_KEY_NOT_ACCEPTED',
    'FORBIDDEN',
    'ORIGIN_NOT_ALLOWED',
    'RATE_LIMIT_EXCEEDED',
  )
  add(traits.refusals !== undefined, 'RATE_LIMIT_EXCEEDED', ...(traits.refusals ?? []))
  add(traits.hasBody, 'MALFORMED_BODY', 'UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE')
  // An empty path parameter leads to another path.
  add(traits.hasPath, 'ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED')
  add(traits.once, 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS')
  add(traits.writes, 'STORAGE_FULL', 'WRITE_OUTCOME_UNKNOWN')
  add(true, ...traits.errors)
  return [...codes]
}

/** The failure responses of operations; one that several operations have is a component. */
export type Failures = {
  /** The failures of an operation by status, naming its codes. */
  describe(traits: FailureTraits): Record<string, JsonObject>
  /** The shared ones, sorted by name. */
  components(): Record<string, JsonObject>
}

export function collectFailures(operations: readonly FailureTraits[]): Failures {
  const names = nameShared(operations.flatMap(failuresOf))
  const shared = new Map<string, JsonObject>()
  return {
    describe(traits) {
      const entries = failuresOf(traits).map((failure) => {
        const name = names.get(failure.name)
        if (name === undefined) return [failure.status, describeFailure(failure)] as const
        if (!shared.has(name)) shared.set(name, describeFailure(failure))
        return [failure.status, { $ref: `#/components/responses/${name}` }] as const
      })
      return Object.fromEntries(entries)
    },
    components: () => Object.fromEntries([...shared].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

type Failure = { name: string; status: number; codes: readonly ErrorCode[]; plugin: boolean }

function failuresOf(traits: FailureTraits): Failure[] {
  const byStatus = Map.groupBy(codesOf(traits), (code) => catalog[code].status)
  const plugin = traits.errorShape === 'plugin'
  return [...byStatus]
    .toSorted(([a], [b]) => a - b)
    .map(([status, codes]) => ({ name: nameOf(codes, plugin), status, codes, plugin }))
}

/**
 * Names of the failures that several operations have, by their full names: without the codes of the checks before every
 * handler, unless those are all. Of two with the same short name, the rarer keeps its full name.
 */
function nameShared(failures: readonly Failure[]): Map<string, string> {
  const uses = new Map<string, { failure: Failure; count: number }>()
  for (const failure of failures) uses.set(failure.name, { failure, count: (uses.get(failure.name)?.count ?? 0) + 1 })
  const taken = new Set<string>()
  const names = new Map<string, string>()
  for (const { failure, count } of [...uses.values()].toSorted((a, b) => b.count - a.count)) {
    if (count < 2) break
    const short = shortNameOf(failure)
    const name = taken.has(short) ? failure.name : short
    taken.add(name)
    names.set(failure.name, name)
  }
  return names
}

function shortNameOf({ codes, plugin }: Failure): string {
  const own = codes.filter((code) => !ofChecks.has(code))
  const [first] = codes
  return nameOf(own.length > 0 || first === undefined ? own : [first], plugin)
}

/** Codes that accompany others of the same status in most operations. */
const ofChecks: ReadonlySet<ErrorCode> = new Set([
  'MALFORMED_REQUEST',
  'UNAUTHORIZED',
  'PLUGIN_KEY_NOT_ACCEPTED',
  'FORBIDDEN',
  'ORIGIN_NOT_ALLOWED',
  'ROUTE_NOT_FOUND',
  'IDEMPOTENCY_IN_PROGRESS',
  'VALIDATION_FAILED',
  'SERVICE_UNAVAILABLE',
])

/** `LockedOrNameTaken` of `LOCKED` and `NAME_TAKEN`; `Plugin` in front for the plugin's shape. */
function nameOf(codes: readonly ErrorCode[], plugin: boolean): string {
  const words = codes.map((code) =>
    code.replaceAll(/_?([A-Z])([A-Z]*)/g, (_, first: string, rest: string) => first + rest.toLowerCase()),
  )
  return `${plugin ? 'Plugin' : ''}${words.join('Or')}`
}

function describeFailure({ status, codes, plugin }: Failure): JsonObject {
  const media: JsonObject = {
    schema: { $ref: `#/components/schemas/${plugin ? 'PluginError' : 'Problem'}` },
    ...(plugin ? {} : { examples: referTo(codes) }),
  }
  return {
    description: codes.map((code) => `\`${code}\`: ${catalog[code].message}.`).join('\n\n'),
    headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' }, ...waitHeader(status) },
    content: { [plugin ? 'application/json' : 'application/problem+json']: media },
  }
}

function referTo(codes: readonly ErrorCode[]): JsonObject {
  return Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]))
}

function waitHeader(status: number): JsonObject {
  if (status === 402) return { 'X-Credits-Remaining': { $ref: '#/components/headers/CreditsRemaining' } }
  if (status === 405) return { Allow: { $ref: '#/components/headers/Allow' } }
  return status === 429 || status === 503 ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}
}

/** The two shapes of a failure, by schema name. */
export function failureSchemas(): Record<string, JsonObject> {
  const text = { type: 'string' }
  const issue: JsonObject = {
    type: 'object',
    required: ['path', 'message'],
    properties: {
      path: { type: 'string', description: 'JSON Pointer to the invalid value (RFC 6901).' },
      message: { type: 'string', description: 'The problem and its remedy.' },
    },
  }
  const kinds: Json = [...new Set(Object.values(catalog).map((entry) => entry.type))].toSorted()
  const shared = {
    code: { type: 'string', description: 'Stable; see the error reference.' },
    kind: { type: 'string', enum: kinds },
    recoverable: {
      type: 'boolean',
      description: 'True if the same caller can succeed by changing the call, waiting or signing in again.',
    },
  }
  return {
    Problem: {
      type: 'object',
      description: 'A failure (RFC 9457). Some codes add members of their own.',
      required: ['type', 'title', 'status', 'code', 'error_type', 'is_recoverable', 'request_id'],
      properties: {
        type: { type: 'string', format: 'uri', description: 'URL of the documentation of the code.' },
        title: text,
        status: { type: 'integer' },
        detail: text,
        code: shared.code,
        error_type: shared.kind,
        is_recoverable: shared.recoverable,
        request_id: text,
        issues: { type: 'array', items: issue },
      },
    },
    PluginError: {
      type: 'object',
      description: 'A failure of the plugin surface.',
      required: ['error', 'code', 'errorType', 'isRecoverable'],
      properties: {
        error: text,
        code: shared.code,
        details: text,
        errorType: shared.kind,
        isRecoverable: shared.recoverable,
      },
    },
  }
}

export function failureExamples(codes: Iterable<ErrorCode>, docsUrl: string): Record<string, JsonObject> {
  const examples: Record<string, JsonObject> = {}
  for (const code of [...codes].toSorted()) {
    const { status, type, recoverable, message, remedy } = catalog[code]
    const issues: Json = [{ path: '/name', message: 'This member is required.' }]
    examples[code] = {
      summary: message,
      description: remedy,
      value: {
        type: `${docsUrl}#${code}`,
        title: message,
        status,
        code,
        error_type: type,
        is_recoverable: recoverable,
        request_id: 'req_3f0a9c1d5e7b2486000001',
        ...(code === 'VALIDATION_FAILED' ? { issues } : {}),
      },
    }
  }
  return examples
}
