import { formatDate, readInstant } from './date.ts'
import type { Filter } from './model.ts'

/** Locale (BCP 47) and instant (epoch ms) of the rendering. */
export interface ReadContext {
  locale?: string
  now?: number
}

const truncateDefault = 50

/** `value` is the source of the text; date and number read it unless an earlier filter changed the text. */
export function applyFilter(filter: Filter, text: string, value: unknown, context: ReadContext): string {
  const locale = context.locale ?? 'en'
  switch (filter.name) {
    case 'upper':
      return text.toLocaleUpperCase(safeLocale(locale))
    case 'lower':
      return text.toLocaleLowerCase(safeLocale(locale))
    case 'capitalize':
      return capitalize(text, locale)
    case 'date':
      return dateText(filter, text, value, context)
    case 'number':
      return numberText(filter.argument, text, value, locale)
    case 'truncate':
      return truncate(text, typeof filter.argument === 'number' ? filter.argument : truncateDefault)
    case 'url':
      return encodeUrl(text)
  }
}

function capitalize(text: string, locale: string): string {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0)
  return text === '' ? '' : first.toLocaleUpperCase(safeLocale(locale)) + text.slice(first.length)
}

function dateText(filter: Filter, text: string, value: unknown, context: ReadContext): string {
  const instant = text === 'now' || text === 'today' ? context.now : readInstant(value)
  if (instant === undefined) return text
  const pattern = filter.argument === undefined ? undefined : String(filter.argument)
  return formatDate(instant, pattern, context.locale ?? 'en', filter.zone)
}

function numberText(argument: Filter['argument'], text: string, value: unknown, locale: string): string {
  const number = typeof value === 'number' ? value : text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? numberFormat(locale, argument).format(number) : text
}

// Cuts between graphemes, so that emoji and accents stay whole; the ellipsis counts as one.
function truncate(text: string, length: number): string {
  if (text.length <= length) return text
  const kept: string[] = []
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    kept.push(segment)
    if (kept.length > length) return `${kept.slice(0, Math.max(length - 1, 0)).join('')}…`
  }
  return text
}

// encodeURIComponent throws on lone surrogates and does not encode !'()*, which RFC 3986 2.2 reserves.
function encodeUrl(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

const numberFormats = new Map<string, Intl.NumberFormat>()

function numberFormat(locale: string, argument: Filter['argument']): Intl.NumberFormat {
  const key = `${locale}|${argument ?? ''}`
  let format = numberFormats.get(key)
  if (format === undefined) {
    if (numberFormats.size > 200) numberFormats.clear()
    format = createNumberFormat(safeLocale(locale), argument)
    numberFormats.set(key, format)
  }
  return format
}

function createNumberFormat(locale: string, argument: Filter['argument']): Intl.NumberFormat {
  try {
    if (typeof argument === 'string') return new Intl.NumberFormat(locale, { style: 'currency', currency: argument })
    if (argument === undefined) return new Intl.NumberFormat(locale)
    return new Intl.NumberFormat(locale, { minimumFractionDigits: argument, maximumFractionDigits: argument })
  } catch {
    return new Intl.NumberFormat(locale)
  }
}

const localesChecked = new Map<string, string>()

function safeLocale(locale: string): string {
  let checked = localesChecked.get(locale)
  if (checked === undefined) {
    try {
      checked = Intl.getCanonicalLocales(locale)[0] ?? 'en'
    } catch {
      checked = 'en'
    }
    if (localesChecked.size < 500) localesChecked.set(locale, checked)
  }
  return checked
}
