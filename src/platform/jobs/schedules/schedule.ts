import type { JobKind } from '../kind.ts'

/** When jobs are made by the clock. */
export interface Schedule<P = unknown> {
  readonly name: string
  /** Five fields, or a nickname as `@daily`. */
  readonly cron: string
  /** IANA name; UTC unless given. Of an hour that comes twice a fixed time fires once; one that is skipped fires after it. */
  readonly timeZone?: string
  readonly kind: JobKind<P>
  readonly payload: P
  /** What becomes of ticks that nobody was there for: nothing, or one job for all of them. */
  readonly catchUp: 'skip' | 'once'
}

/** Declares a schedule; throws when its cron expression or time zone means nothing. */
export function defineSchedule<P>(schedule: Schedule<P>): Schedule<P> {
  try {
    nextTick(schedule, Date.now())
  } catch (cause) {
    throw new Error(`The schedule ${schedule.name} cannot be read: ${schedule.cron}`, { cause })
  }
  return schedule
}

/** The first tick after the given moment, epoch milliseconds; null when there is none. */
export function nextTick({ cron, timeZone = 'UTC' }: { cron: string; timeZone?: string }, afterMs: number) {
  return Bun.cron.parse(cron, afterMs, { tz: timeZone })?.getTime() ?? null
}
