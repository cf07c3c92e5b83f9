import type { Token } from 'parse5'
import { minifyCss } from './minify-css.ts'

/**
 * An opening tag with one space between its attributes, none around their `=`, and its style as short as it goes. Quotes
 * stay, for there are clients that need them, and so does every value.
 */
export function minifyTag(html: string, { attrs, startOffset, endOffset }: Token.LocationWithAttributes): string {
  const source = html.slice(startOffset, endOffset)
  const places = Object.entries(attrs ?? {}).sort(([, a], [, b]) => a.startOffset - b.startOffset)
  if (places.length === 0) return source.replace(/\/?>$/, '').trimEnd() + (/\/?>$/.exec(source)?.[0] ?? '')
  const first = places[0]?.[1].startOffset ?? endOffset
  let out = html.slice(startOffset, first).trimEnd()
  let at = first
  let isQuoted = true
  for (const [name, place] of places) {
    // What parse5 gives no place, such as an attribute that stands twice, stays as it is.
    const between = html.slice(at, place.startOffset)
    out += between.trim() === '' ? ' ' : between
    const attribute = minifyAttribute(name, html.slice(place.startOffset, place.endOffset))
    out += attribute
    isQuoted = /["']$/.test(attribute)
    at = place.endOffset
  }
  const rest = html.slice(at, endOffset)
  const end = rest.replace(/^\s+/, '')
  // An unquoted value would swallow the slash.
  return out + (end === '>' || (end === '/>' && isQuoted) ? end : rest)
}

const assignment = /^([^\s=]+)\s*=\s*(["'])([\s\S]*)\2$/

function minifyAttribute(name: string, source: string): string {
  const parts = assignment.exec(source)
  if (parts === null) return source
  const [, written = '', quote = '', value = ''] = parts
  // A character reference ends in a semicolon, which CSS would take for its own.
  const isPlainStyle = name === 'style' && !value.includes('&')
  return `${written}=${quote}${isPlainStyle ? minifyCss(value, { isList: true }) : value}${quote}`
}
