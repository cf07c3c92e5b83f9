import type { TimeRange } from '../report.ts'

/** A time of a report in Unix milliseconds, and its form if it is not seconds. */
export interface ReportTime {
  readonly ms: number
  readonly form?: 'milliseconds' | 'iso'
}

/** Seconds since 1970 (RFC 9990), with or without a fraction; also milliseconds and ISO 8601. Undefined for others. */
export function readTime(text: string): ReportTime | undefined {
  if (/^\d{1,17}(?:\.\d{1,9})?$/.test(text)) {
    const value = Number(text)
    // Seconds have ten digits until the year 2286.
    return value >= 1e11 ? { ms: Math.floor(value), form: 'milliseconds' } : { ms: Math.floor(value) * 1000 }
  }
  if (!isoTime.test(text)) return undefined
  const [time = '', zone = ''] = text.slice(11).split(/(?=[Z+U-])/i, 2)
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : 'Z'
  const ms = Date.parse(`${text.slice(0, 10)}T${time === '' ? '00:00' : time.trim()}${offset}`)
  return Number.isNaN(ms) ? undefined : { ms, form: 'iso' }
}

/** Without a zone it is UTC. */
const isoTime = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?)?$/i

const dayMs = 86_400_000
const firstDay = Date.UTC(1971, 0)
/** DMARC was published in January 2012; earlier times are those of examples and of wrong clocks. */
export const firstReport = Date.UTC(2011, 0)

/** Why a range cannot be that of a report that arrives now; undefined if it can. */
export function refuseRange({ begin, end }: TimeRange, now: number, maxDays: number): string | undefined {
  if (begin < firstDay) return `The report begins on ${dateOf(begin)}, which is no real date.`
  // Clocks of reporters, and of this machine, may be wrong by hours.
  if (begin > now + 2 * dayMs) return `The report begins on ${dateOf(begin)}, which is in the future.`
  if (end - begin > maxDays * dayMs) return `The report covers more than ${maxDays} days.`
  return undefined
}

/** Starts of UTC days: that of `begin`, or every day of a range above 24 hours. */
export function daysOf({ begin, end }: TimeRange): number[] {
  const first = begin - (begin % dayMs)
  if (end - begin <= dayMs) return [first]
  const last = end - 1 - ((end - 1) % dayMs)
  return Array.from({ length: (last - first) / dayMs + 1 }, (_, index) => first + index * dayMs)
}

function dateOf(ms: number): string {
  return Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString().slice(0, 10) : 'an impossible date'
}
