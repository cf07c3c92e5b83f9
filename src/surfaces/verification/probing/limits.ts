import type { Timeouts } from '../../../deliverability/smtp/index.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** How much is queried of others, and how long. All times in milliseconds. */
export interface ProbingLimits {
  /** Sessions at one time, to everybody together. */
  readonly sessions: number
  /** Sessions at one time to servers of nobody known, from one egress; those of providers are in their table. */
  readonly groupSessions: number
  /** Recipients named in one window, from one egress at one provider: never more, whatever window one inspects. */
  readonly probes: number
  readonly windowMs: number
  /** How long a provider that blocks an egress is not queried from it again. */
  readonly blockedMs: number
  /**
   * Operators in a row whose hosts time out before port 25 is checked, where a host answered within `receivedMs`; where none did,
   * one is enough.
   */
  readonly silentGroups: number
  readonly receivedMs: number
  /** How long probing pauses after port 25 was found blocked, and the least time between two checks of it. */
  readonly portCheckMs: number
  /** How long a proxy that failed is left alone. */
  readonly proxyMs: number
  /** How long a host that could not be reached is queried after the others of its domain. */
  readonly deadHostMs: number
  /** How long a host whose answers did not match the commands is queried one thing at a time. */
  readonly carefulMs: number
  /** How long it is cached whether a domain takes mail for everybody. */
  readonly catchAllMs: number
  /**
   * When to ask again after each try that ended in `greylisted` or `deferred`. After the last nobody is queried again.
   */
  readonly retriesMs: readonly number[]
  readonly connectMs: number
  readonly timeouts: Timeouts
}

/** Limits that servers and their owners have tolerate: slower is always allowed. */
export const defaultLimits: ProbingLimits = {
  sessions: 200,
  groupSessions: 2,
  probes: 30,
  windowMs: minuteMs,
  blockedMs: 30 * minuteMs,
  silentGroups: 3,
  receivedMs: 10 * minuteMs,
  portCheckMs: 20 * secondMs,
  proxyMs: 30 * secondMs,
  deadHostMs: 5 * minuteMs,
  carefulMs: 24 * hourMs,
  catchAllMs: 24 * hourMs,
  // Behind the five minutes that most greylists want, then within the hours for which they cache us.
  retriesMs: [5.5 * minuteMs, 15 * minuteMs, 45 * minuteMs, 3 * hourMs],
  connectMs: 5 * secondMs,
  timeouts: {
    bannerMs: 15 * secondMs,
    commandMs: 15 * secondMs,
    recipientMs: 20 * secondMs,
    sessionMs: minuteMs,
  },
}
