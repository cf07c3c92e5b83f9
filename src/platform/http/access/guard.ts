import { type ErrorCode, ServiceError, catalog, fail } from '../../../kernel/errors/index.ts'
import { type Authenticator, type Caller, hasScope, mayCall } from '../../identity/index.ts'
import { clientNetwork } from '../../net/index.ts'
import { type Exchange, addressOf } from '../exchange.ts'
import type { RequiredScope } from '../operation.ts'
import type { Admit } from '../auth-scheme.ts'
import { type BearerTokens, bearerOf, withChallenge } from './bearer.ts'
import type { OriginList } from './cors.ts'
import { type BrowserSessions, requireOwnPage } from './own-page.ts'
import { takeWithin } from './own-rate.ts'
import { type Quota, type RateLimiter, policyOf, secondsUntil, writeQuota } from './rate-limit.ts'
import type { SharedLimiter } from './replica-limit.ts'

export type Guard = {
  /**
   * Authenticates the caller, then checks scope, rate and origin, in this order, and writes the RateLimit headers. Returns a
   * promise only if storage had to be read. Fails with 401, 403 or 429.
   */
  admit(exchange: Exchange, scope: RequiredScope, headers: Record<string, string | number>): void | Promise<void>
  /** Authenticates with another auth scheme. Repeated failures are rate limited as with API keys. */
  admitBy(
    exchange: Exchange,
    by: { request: Request; admit: Admit },
    headers: Record<string, string | number>,
  ): Promise<void>
}

export type GuardDeps = {
  authenticator: Authenticator
  limiter: RateLimiter | SharedLimiter
  /** Failed authentications per client network. */
  failures: RateLimiter
  origins: OriginList
  /** Callers by the cookie of the console, for requests without a key. */
  sessions?: BrowserSessions | undefined
  /** Callers by access token, for operations that accept it. */
  tokens?: BearerTokens | undefined
  /** Calls of one account of the console. */
  accountLimiter: RateLimiter | SharedLimiter
}

export function createGuard({
  authenticator,
  limiter,
  failures,
  origins,
  sessions,
  tokens,
  accountLimiter,
}: GuardDeps): Guard {
  const policy = policyOf('default', limiter.rate)
  const accountPolicy = policyOf('console', accountLimiter.rate)
  const failurePolicy = policyOf('failures', failures.rate)

  function pass(exchange: Exchange, scope: RequiredScope, headers: Record<string, string | number>, caller: Caller) {
    exchange.caller = caller
    requirePermission(exchange, caller, scope)
    const now = Date.now()
    const own = exchange.operation?.isBesideOwnRate ? undefined : caller.limits?.apiRate
    const quota =
      own === undefined
        ? limiter.take(caller.projectId, now)
        : takeWithin(limiter, { bucket: caller.projectId, rate: own }, now)
    return quota instanceof Promise ? quota.then((left) => count(left)) : count(quota)

    function count(left: Quota): void | Promise<void> {
      writeQuota(headers, left.rate === limiter.rate ? policy : policyOf('default', left.rate), left)
      if (left.exceeded) refuseFor(secondsUntil(left.resetAt, now))
      return originOf(exchange, caller)
    }
  }

  /** The same for a person in the console, whose calls count apart from those of the project's keys. */
  async function passAccount(exchange: Exchange, scope: RequiredScope, { sessions, token }: AccountEntry) {
    const { headers } = exchange.set
    requireOwnPage(exchange.request, sessions.csrfOf(token), origins)
    const caller = await sessions.authenticate(exchange.request, token, headers)
    exchange.caller = caller
    requirePermission(exchange, caller, scope)
    const now = Date.now()
    const quota = await accountLimiter.take(caller.actor.id, now)
    writeQuota(headers, accountPolicy, quota)
    if (quota.exceeded) refuseFor(secondsUntil(quota.resetAt, now))
  }

  function originOf(exchange: Exchange, caller: Caller): void | Promise<void> {
    const origin = exchange.request.headers.get('origin')
    return origin === null ? undefined : checkOrigin(exchange, caller, origin)
  }

  async function checkOrigin(exchange: Exchange, caller: Caller, origin: string): Promise<void> {
    if (await origins.allows(caller.projectId, origin)) exchange.allowedOrigin = origin
    else if (!origins.isOwn(origin)) fail('ORIGIN_NOT_ALLOWED')
  }

  /**
   * Too many failed authentications from one IP address fail with 429. Valid credentials keep working, and expired ones keep
   * their 401, so that clients behind a shared proxy still learn that they need a new token.
   */
  function refused(exchange: Exchange, error: unknown): never {
    const address = addressOf(exchange)
    if (address !== undefined && isFailedAuthentication(error)) {
      const now = Date.now()
      const quota = failures.take(clientNetwork(address), now)
      writeQuota(exchange.set.headers, failurePolicy, quota)
      if (quota.exceeded) refuseFor(secondsUntil(quota.resetAt, now), 'Too many requests without a valid key.')
    }
    throw tokens !== undefined && exchange.operation?.takesBearer === true
      ? withChallenge(error, tokens, bearerOf(exchange.request))
      : error
  }

  return {
    async admitBy(exchange, { request, admit }, headers) {
      try {
        exchange.caller = await admit(request, headers)
      } catch (error) {
        refused(exchange, error)
      }
    },
    admit(exchange, scope, headers) {
      if (exchange.delegate !== undefined) return pass(exchange, scope, headers, exchange.delegate)
      const bearer = exchange.operation?.takesBearer === true ? bearerOf(exchange.request) : undefined
      if (tokens !== undefined && bearer !== undefined)
        return tokens.authenticate(bearer).then(
          (caller) => pass(exchange, scope, headers, caller),
          (error: unknown) => refused(exchange, error),
        )
      const key = exchange.request.headers.get('svc-api-auth')
      const token = key === null ? sessions?.tokenOf(exchange.request) : undefined
      if (sessions !== undefined && token !== undefined)
        return passAccount(exchange, scope, { sessions, token }).catch((error: unknown) => refused(exchange, error))
      let found: Caller | Promise<Caller>
      try {
        found = authenticator.authenticate(key)
      } catch (error) {
        return refused(exchange, error)
      }
      if (!(found instanceof Promise)) return pass(exchange, scope, headers, found)
      return found.then(
        (caller) => pass(exchange, scope, headers, caller),
        (error: unknown) => refused(exchange, error),
      )
    },
  }
}

type AccountEntry = { sessions: BrowserSessions; token: string }

function requirePermission({ operation }: Exchange, caller: Caller, scope: RequiredScope): void {
  if (scope !== 'any' && !hasScope(caller, scope)) fail('FORBIDDEN', `This operation needs the scope ${scope}.`)
  if (operation !== undefined && caller.role !== undefined && !mayCall(caller.role, operation))
    fail('FORBIDDEN', `The role ${caller.role} may not do this.`)
}

/** Raised only after the signature was verified, so the token was not guessed. */
const authenticButExpired: ErrorCode = 'PLUGIN_AUTH_EXPIRED'

function isFailedAuthentication(error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.apiCode === authenticButExpired) return false
  return catalog[error.apiCode].status === 401
}

/** Fails with RATE_LIMIT_EXCEEDED and Retry-After. */
export function refuseFor(seconds: number, detail?: string): never {
  const headers = { 'retry-after': String(seconds) }
  fail('RATE_LIMIT_EXCEEDED', detail === undefined ? { headers } : { headers, detail })
}
