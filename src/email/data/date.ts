/** Fields of an instant in one time zone. */
interface Moment {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  weekday: number
  timeMs: number
}

const isoInstant =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i
// The year 5138; larger numbers are milliseconds.
const largestSeconds = 1e11

/** Epoch ms of a value in ISO 8601 (UTC without a zone), seconds, or milliseconds; undefined for other values. */
export function readInstant(value: unknown): number | undefined {
  if (value instanceof Date) return finite(value.getTime())
  if (typeof value === 'number') return finite(Math.abs(value) < largestSeconds ? value * 1000 : value)
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (/^-?\d{9,14}$/.test(text)) return readInstant(Number(text))
  const match = isoInstant.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', zone] = match
  const dayMs = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const date = new Date(dayMs)
  if (date.getUTCMonth() !== Number(month) - 1 || Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60)
    return undefined
  const clockMs = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000
  return dayMs + clockMs + Math.floor(Number(`0.${fraction}`) * 1000) - offsetMs(zone)
}

/**
 * Formats by strftime directives: Y y m d e B b A a H I M S p P j F T D R s z Z %, with `-` to drop a leading zero.
 * Names are localized. Without a pattern: the long date of the locale. Unknown directives stay as written.
 */
export function formatDate(timeMs: number, pattern: string | undefined, locale: string, zone: string = 'UTC'): string {
  if (Math.abs(timeMs) > 8.64e15) return ''
  if (pattern === undefined) return format(locale, { dateStyle: 'long', timeZone: zone }).format(timeMs)
  const moment = takeApart(timeMs, zone)
  return pattern.replace(/%(-?)([A-Za-z%])/g, (whole, dash: string, directive: string) => {
    const text = directiveText(directive, moment, locale, zone)
    if (text === undefined) return whole
    return dash === '' ? text : text.replace(/^[0 ]+(?=\d)/, '')
  })
}

function directiveText(directive: string, at: Moment, locale: string, zone: string): string | undefined {
  const hour12 = at.hour % 12 === 0 ? 12 : at.hour % 12
  switch (directive) {
    case 'Y':
      return String(at.year)
    case 'y':
      return two(at.year % 100)
    case 'm':
      return two(at.month)
    case 'd':
      return two(at.day)
    case 'e':
      return String(at.day).padStart(2, ' ')
    case 'B':
      return format(locale, { month: 'long', timeZone: zone }).format(at.timeMs)
    case 'b':
      return format(locale, { month: 'short', timeZone: zone }).format(at.timeMs)
    case 'A':
      return format(locale, { weekday: 'long', timeZone: zone }).format(at.timeMs)
    case 'a':
      return format(locale, { weekday: 'short', timeZone: zone }).format(at.timeMs)
    case 'H':
      return two(at.hour)
    case 'I':
      return two(hour12)
    case 'M':
      return two(at.minute)
    case 'S':
      return two(at.second)
    case 'p':
      return at.hour < 12 ? 'AM' : 'PM'
    case 'P':
      return at.hour < 12 ? 'am' : 'pm'
    case 'j':
      return String(dayOfYear(at)).padStart(3, '0')
    case 'F':
      return `${at.year}-${two(at.month)}-${two(at.day)}`
    case 'T':
      return `${two(at.hour)}:${two(at.minute)}:${two(at.second)}`
    case 'R':
      return `${two(at.hour)}:${two(at.minute)}`
    case 'D':
      return `${two(at.month)}/${two(at.day)}/${two(at.year % 100)}`
    case 's':
      return String(Math.floor(at.timeMs / 1000))
    case 'z':
      return printOffset(at)
    case 'Z':
      return zoneName(at, zone)
    case '%':
      return '%'
    default:
      return undefined
  }
}

function takeApart(timeMs: number, zone: string): Moment {
  if (zone === 'UTC') return fields(new Date(timeMs), timeMs)
  const parts = format('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(timeMs)
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value ?? 0)
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return fields(new Date(wall), timeMs)
}

function fields(wall: Date, timeMs: number): Moment {
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
    weekday: wall.getUTCDay(),
    timeMs,
  }
}

function wallMs(at: Moment): number {
  return Date.UTC(at.year, at.month - 1, at.day, at.hour, at.minute, at.second)
}

function dayOfYear(at: Moment): number {
  return Math.floor((Date.UTC(at.year, at.month - 1, at.day) - Date.UTC(at.year, 0, 1)) / 86_400_000) + 1
}

function printOffset(at: Moment): string {
  const minutes = Math.round((wallMs(at) - Math.floor(at.timeMs / 1000) * 1000) / 60_000)
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`
}

function zoneName(at: Moment, zone: string): string {
  const parts = format('en-US', { timeZone: zone, timeZoneName: 'short' }).formatToParts(at.timeMs)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone
}

function offsetMs(zone: string | undefined): number {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 0
  const sign = zone[0] === '-' ? -1 : 1
  const digits = zone.replace(/\D/g, '')
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60_000
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined
}

// Creating a formatter takes tens of microseconds, formatting about one.
const formatters = new Map<string, Intl.DateTimeFormat>()

function format(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  let formatter = formatters.get(key)
  if (formatter === undefined) {
    if (formatters.size > 200) formatters.clear()
    formatter = createFormatter(locale, options)
    formatters.set(key, formatter)
  }
  return formatter
}

function createFormatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, options)
  } catch {
    return new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' })
  }
}
