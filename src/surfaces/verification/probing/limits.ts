import type { Timeouts } from '../../../deliverability/smtp/index.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** All times in milliseconds. */
export interface ProbingLimits {
  /** Concurrent sessions in total. */
  readonly sessions: number
  /** Concurrent sessions per egress to the servers of an unknown operator. Those of providers are in their table. */
  readonly groupSessions: number
  /** Maximum number of RCPT commands in any window of `windowMs`, per egress and provider. */
  readonly probes: number
  readonly windowMs: number
  /** Pause of an egress at a provider that blocks it. */
  readonly blockedMs: number
  /**
   * Operators in a row whose hosts time out before port 25 is checked, if a host responded within `receivedMs`; otherwise
   * one is enough.
   */
  readonly silentGroups: number
  readonly receivedMs: number
  /** Pause after port 25 was found blocked, and minimum interval of checks. */
  readonly portCheckMs: number
  /** Pause of a failed proxy. */
  readonly proxyMs: number
  /** Duration for which an unreachable host is contacted after the others of its domain. */
  readonly deadHostMs: number
  /** Duration for which a host with mismatched replies gets one command at a time. */
  readonly carefulMs: number
  /** Cache time of catch-all results. */
  readonly catchAllMs: number
  /** First pause of a domain at which a project seems to guess mailboxes, and the longest one. */
  readonly harvestPauseMs: number
  readonly harvestMaxPauseMs: number
  /** Delays after each attempt that ended in `greylisted` or `deferred`. After the last one there are no retries. */
  readonly retriesMs: readonly number[]
  readonly connectMs: number
  readonly timeouts: Timeouts
}

/** Limits that servers and their operators tolerate; slower is always allowed. */
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
  harvestPauseMs: hourMs,
  harvestMaxPauseMs: 24 * hourMs,
  // Most greylists require five minutes, and then accept a known client for some hours.
  retriesMs: [5.5 * minuteMs, 15 * minuteMs, 45 * minuteMs, 3 * hourMs],
  connectMs: 5 * secondMs,
  timeouts: {
    bannerMs: 15 * secondMs,
    commandMs: 15 * secondMs,
    recipientMs: 20 * secondMs,
    sessionMs: minuteMs,
  },
}
