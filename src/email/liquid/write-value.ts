import { encodeAt, escapeAttribute, positionAfter, safeAddress } from '../render/index.ts'
import { EscapedText, RawHtml } from './marked-text.ts'
import type { LiquidPosition } from './positions.ts'

export interface WriteContext {
  /** Prefix of URLs that begin with `/cdn/`. */
  cdnUrl: string
  warn(code: 'UNSAFE_ADDRESS', message: string): void
}

/** Escapes a value for its position: it cannot end the text, the attribute or the declaration that contains it. */
export function writeValue(value: unknown, place: LiquidPosition, context: WriteContext): string {
  const text = textOf(value)
  switch (place.kind) {
    case 'comment':
      return ''
    case 'name':
      return text.replace(/[^\w-]/g, '')
    case 'style':
      return text.replace(/[^\w#.,% -]/g, '')
    case 'text':
      return value instanceof RawHtml || value instanceof EscapedText ? text : escape(text)
    case 'attribute':
      // Text that is escaped for text content may still contain quotes and line breaks.
      return bare(value instanceof EscapedText ? escapeMarks(text) : escape(text), place.isQuoted)
    case 'address':
      return bare(escape(address(text, place.before, context)), place.isQuoted)
  }
}

/** Liquid's text form: lists without commas, empty for missing values. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(textOf).join('')
  if (typeof value === 'object' && !(value instanceof RawHtml || value instanceof EscapedText)) return ''
  return String(value)
}

// At the start, a value is a whole URL; after it, a part that must be encoded.
function address(text: string, before: string, { cdnUrl, warn }: WriteContext): string {
  const position = positionAfter(before)
  if (position !== 'start') return encodeAt(position, text)
  if (before !== '' || text.trim() === '') return encodeAt('path', text)
  const safe = safeAddress(text, cdnUrl)
  if (safe !== undefined) return safe
  // Text without a scheme may be the rest of a URL that begins in another branch of the template.
  if (!/[:\\]|^\s*\/\//.test(text)) return encodeAt('path', text)
  warn('UNSAFE_ADDRESS', `The URL ${JSON.stringify(text.slice(0, 80))} was rejected.`)
  return '#'
}

function escapeMarks(text: string): string {
  return text.replace(/["'<>]/g, (char) => `&#${char.charCodeAt(0)};`)
}

function escape(text: string): string {
  return escapeAttribute(text).replaceAll("'", '&#39;')
}

// An unquoted value ends at the first space.
function bare(text: string, isQuoted: boolean): string {
  return isQuoted ? text : text.replace(/[\s=`]/g, (char) => `&#${char.charCodeAt(0)};`)
}
