import type { DraftHeaders } from '../draft.ts'

/**
 * Origins that may call from a browser. Lists are cached for five seconds, so a change of a project's list takes that long.
 */
export type OriginList = {
  allows(projectId: string, origin: string): Promise<boolean>
  /** True if any project lists it: a preflight carries no key, so its project is unknown. */
  isListed(origin: string): Promise<boolean>
  /** True if it is the origin of one of the service's own URLs. */
  isOwn(origin: string): boolean
}

/** One entry per project. */
export type ReadOrigins = () => Promise<{ projectId: string; origins: readonly string[] }[]>

const keptMs = 5000

/** An origin list that calls `read` at most once in five seconds. Origins are compared as RFC 6454 serializes them. */
export function createOriginList(read: ReadOrigins, own: readonly string[], now = Date.now): OriginList {
  const ownOrigins = new Set(own.map((url) => new URL(url).origin))
  let loadedUntil = 0
  let loading: Promise<Map<string, Set<string>>> | undefined

  function load(): Promise<Map<string, Set<string>>> {
    if (loading !== undefined && now() < loadedUntil) return loading
    loadedUntil = now() + keptMs
    loading = read().then(
      (projects) => new Map(projects.map(({ projectId, origins }) => [projectId, new Set(origins.map(normalize))])),
    )
    loading.catch(() => (loadedUntil = 0))
    return loading
  }

  return {
    allows: async (projectId, origin) => (await load()).get(projectId)?.has(origin) ?? false,
    isListed: async (origin) => [...(await load()).values()].some((origins) => origins.has(origin)),
    isOwn: (origin) => ownOrigins.has(origin),
  }
}

function normalize(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).origin : origin
}

const exposed = [
  'ETag',
  'Location',
  'Retry-After',
  'X-Request-Id',
  'Idempotency-Replayed',
  'X-Credits-Remaining',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
].join(', ')

const allowedHeaders = 'Svc-Api-Auth, Content-Type, Accept, Idempotency-Key, If-Match, If-None-Match, X-Request-Id'

export function shareWith(origin: string, headers: DraftHeaders): void {
  headers['access-control-allow-origin'] = origin
  headers['access-control-expose-headers'] = exposed
  headers['vary'] = headers['vary'] === undefined ? 'Origin' : `${headers['vary']}, Origin`
}

/** The response to an allowed preflight (Fetch standard, CORS-preflight fetch). */
export function grantPreflight(origin: string, methods: readonly string[]): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': allowedHeaders,
      'access-control-max-age': '600',
      vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    },
  })
}
