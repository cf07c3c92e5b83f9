/** Texts of one language by key. Plural forms are keyed by CLDR category; `{name}` is a placeholder. */
export type Messages = Readonly<Record<string, Message>>
export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>

type Values = Readonly<Record<string, string | number>>

/** Right-to-left languages by their first subtag. */
const rightToLeft = new Set(['ar', 'he', 'fa', 'ur', 'ps', 'sd', 'ug', 'yi', 'dv', 'ckb'])

/** Texts and formats of one language. */
export interface Translator<Key extends string> {
  locale: string
  dir: 'ltr' | 'rtl'
  /** `count` selects the plural form. A missing text returns its key. */
  t(key: Key, values?: Values): string
  number(value: number, options?: Intl.NumberFormatOptions): string
  /** Hours and minutes. */
  time(instant: Date): string
  /** Day and time in short form. */
  dateTime(instant: Date): string
  /** "3 minutes ago", from milliseconds. */
  ago(elapsedMs: number): string
  /** Bytes with a unit. */
  bytes(size: number): string
}

/** Formats follow `locale`; texts missing in it come from `fallback`. */
export function createTranslator<const Known extends Messages>(
  locale: string,
  messages: Partial<Record<keyof Known, Message>>,
  fallback: Known,
): Translator<keyof Known & string> {
  const plural = new Intl.PluralRules(locale)
  const format = memoized((options: string) => new Intl.NumberFormat(locale, JSON.parse(options)))
  const number = (value: number, options: Intl.NumberFormatOptions = {}) =>
    format(JSON.stringify(options)).format(value)
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return {
    locale,
    dir: directionOf(locale),
    t(key, values = {}) {
      const message = messages[key] ?? fallback[key] ?? key
      const text = typeof message === 'string' ? message : formOf(message, plural, values['count'])
      return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
        const value = values[name]
        if (value === undefined) return whole
        return typeof value === 'number' ? number(value) : value
      })
    },
    number,
    time: (instant) => time.format(instant),
    dateTime: (instant) => dateTime.format(instant),
    ago: (elapsedMs) => relative.format(...relativeParts(elapsedMs)),
    bytes: (size) => number(...byteParts(size)),
  }
}

export function directionOf(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(locale.toLowerCase().split('-')[0] ?? '') ? 'rtl' : 'ltr'
}

/** The supported language closest to a tag such as `pt-BR`; the first one if none matches. */
export function nearestLocale(wanted: string | undefined, supported: readonly string[]): string {
  const preferred = (wanted ?? '').toLowerCase()
  const exact = supported.find((locale) => locale.toLowerCase() === preferred)
  return exact ?? supported.find((locale) => locale.split('-')[0] === preferred.split('-')[0]) ?? supported[0] ?? 'en'
}

function formOf(message: Exclude<Message, string>, plural: Intl.PluralRules, count: string | number | undefined) {
  const rule = plural.select(Number(count ?? 0))
  return message[rule] ?? message.other ?? ''
}

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

function relativeParts(elapsedMs: number): [number, Intl.RelativeTimeFormatUnit] {
  for (const [unit, length] of steps) if (elapsedMs >= length) return [-Math.floor(elapsedMs / length), unit]
  return [0, 'second']
}

function byteParts(size: number): [number, Intl.NumberFormatOptions] {
  const unit = size < 1000 ? 'byte' : size < 1e6 ? 'kilobyte' : size < 1e9 ? 'megabyte' : 'gigabyte'
  const value = size / { byte: 1, kilobyte: 1e3, megabyte: 1e6, gigabyte: 1e9 }[unit]
  return [
    value,
    { style: 'unit', unit, unitDisplay: unit === 'byte' ? 'long' : 'short', maximumFractionDigits: size < 1e6 ? 0 : 1 },
  ]
}

function memoized<Result>(make: (key: string) => Result): (key: string) => Result {
  const made = new Map<string, Result>()
  return (key) => {
    const result = made.get(key) ?? make(key)
    made.set(key, result)
    return result
  }
}
