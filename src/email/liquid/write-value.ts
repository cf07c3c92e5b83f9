import { encodeAt, escapeAttribute, positionAfter, safeAddress } from '../render/index.ts'
import { EscapedText, RawHtml } from './marked-text.ts'
import type { LiquidPosition } from './positions.ts'

export interface WriteContext {
  /** Precedes addresses that begin with `/cdn/`. */
  cdnUrl: string
  warn(code: 'UNSAFE_ADDRESS', message: string): void
}

/** A value escaped for its position: it cannot end the text, the attribute or the declaration it is in. */
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
      // What was escaped for text may still hold quotes and line breaks.
      return bare(value instanceof EscapedText ? escapeMarks(text) : escape(text), place.isQuoted)
    case 'address':
      return bare(escape(address(text, place.before, context)), place.isQuoted)
  }
}

/** The text of a value as Liquid writes it: lists without commas, nothing for what is not there. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(textOf).join('')
  if (typeof value === 'object' && !(value instanceof RawHtml || value instanceof EscapedText)) return ''
  return String(value)
}

// At the start a value is an address of its own; behind, it is a part of one and encoded as that.
function address(text: string, before: string, { cdnUrl, warn }: WriteContext): string {
  const position = positionAfter(before)
  if (position !== 'start') return encodeAt(position, text)
  if (before !== '' || text.trim() === '') return encodeAt('path', text)
  const safe = safeAddress(text, cdnUrl)
  if (safe !== undefined) return safe
  // What has no scheme may be the rest of an address that begins in another branch of the template.
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

// Without quotes a value ends at the first space.
function bare(text: string, isQuoted: boolean): string {
  return isQuoted ? text : text.replace(/[\s=`]/g, (char) => `&#${char.charCodeAt(0)};`)
}
