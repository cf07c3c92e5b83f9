import { decodeEntities } from '../../document/index.ts'

/** Attributes of a tag: names in lowercase, values decoded; empty without a value. */
export type Attributes = ReadonlyMap<string, string>

/** A start tag. Identical tags usually share one object, so that results can be cached by tag. */
export interface Tag {
  name: string
  attributes: Attributes
}

/** Receives tokens in order; `start` and `end` are offsets in the source. */
export interface HtmlHandler {
  /** `mark` is the value of the separated attribute. */
  open(tag: Tag, start: number, end: number, mark: string | undefined): void
  close(name: string): void
  /** Text as written, with its character references. */
  text(source: string): void
  raw(name: string, content: string): void
}

const none: Attributes = new Map()
const opaque = new Set(['style', 'script', 'title', 'textarea', 'xmp', 'noembed', 'noframes'])

/** Tags by source: emails repeat the same few hundred tags, so each is parsed once. */
const cached = new Map<string, Tag>()
const maxCached = 2000
const maxCachedLength = 1000

/**
 * Splits HTML, however malformed, into tags and text in a single forward pass, in linear time. Skips comments, and with them
 * content for Outlook on Windows only. The attribute named `apart`, whose value is unique per tag, is reported separately
 * from the tag.
 */
export function scanHtml(html: string, handler: HtmlHandler, apart?: string): void {
  let at = 0
  // Elements without an end tag, so that it is searched for only once.
  const endless = new Set<string>()
  const scan = { handler, endless, apart: apart === undefined ? undefined : ` ${apart}="` }
  while (at < html.length) {
    const open = nextTag(html, at)
    if (open > at) handler.text(html.slice(at, open))
    if (open >= html.length) return
    at = scanTag(html, open, scan)
  }
}

function nextTag(html: string, from: number): number {
  for (let at = html.indexOf('<', from); at >= 0; at = html.indexOf('<', at + 1)) {
    const code = html.charCodeAt(at + 1)
    if (isLetter(code) || code === 0x2f || code === 0x21 || code === 0x3f) return at
  }
  return html.length
}

interface Scan {
  handler: HtmlHandler
  endless: Set<string>
  /** Start of the separated attribute. */
  apart: string | undefined
}

function scanTag(html: string, open: number, { apart, endless, handler }: Scan): number {
  const code = html.charCodeAt(open + 1)
  if (code === 0x21 || code === 0x3f) return endOfDeclaration(html, open)
  if (code === 0x2f) {
    const end = endOfName(html, open + 2)
    handler.close(html.slice(open + 2, end).toLowerCase())
    return behind(html.indexOf('>', end), html)
  }
  const { end, mark, tag } = readTag(html, open + 1, apart)
  handler.open(tag, open, end, mark)
  if (!opaque.has(tag.name)) return end
  const { name } = tag
  const close = endless.has(name) ? -1 : findClose(html, end, name)
  if (close < 0) {
    endless.add(name)
    return end
  }
  handler.raw(name, html.slice(end, close))
  return close
}

interface ReadTag {
  tag: Tag
  mark: string | undefined
  end: number
}

// A cached tag is valid if nothing in its source could extend beyond its end, as a merge tag could.
function readTag(html: string, from: number, apart: string | undefined): ReadTag {
  const close = html.indexOf('>', from)
  if (close < 0 || close - from > maxCachedLength) return scanApart(html, from, apart)
  let source = html.slice(from, close)
  let mark: string | undefined
  const marked = apart === undefined ? -1 : source.indexOf(apart)
  if (apart !== undefined && marked >= 0) {
    const value = marked + apart.length
    const quote = source.indexOf('"', value)
    if (quote < 0) return scanApart(html, from, apart)
    mark = decodeEntities(source.slice(value, quote))
    source = source.slice(0, marked) + source.slice(quote + 1)
  }
  const known = cached.get(source)
  if (known !== undefined) return { tag: known, mark, end: close + 1 }
  if (source.includes('{{')) return scanApart(html, from, apart)
  const own = ownText(`${source}>`)
  const { close: found, tag } = scanTagAt(own, 0)
  if (found !== source.length) return scanApart(html, from, apart)
  if (cached.size >= maxCached) cached.clear()
  cached.set(own.slice(0, -1), tag)
  return { tag, mark, end: close + 1 }
}

function scanApart(html: string, from: number, apart: string | undefined): ReadTag {
  const { close, tag } = scanTagAt(html, from)
  const mark = apart === undefined ? undefined : tag.attributes.get(apart.slice(1, -2))
  return { tag, mark, end: Math.min(close + 1, html.length) }
}

function scanTagAt(html: string, from: number): { tag: Tag; close: number } {
  const nameEnd = endOfName(html, from)
  const { attributes, close } = scanAttributes(html, nameEnd)
  return { tag: { name: html.slice(from, nameEnd).toLowerCase(), attributes }, close }
}

function findClose(html: string, from: number, name: string): number {
  for (let at = html.indexOf('</', from); at >= 0; at = html.indexOf('</', at + 2)) {
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return at
  }
  return -1
}

function endOfDeclaration(html: string, open: number): number {
  if (!html.startsWith('<!--', open)) return behind(html.indexOf('>', open), html)
  const close = html.indexOf('-->', open + 2)
  return close < 0 ? html.length : close + 3
}

// `close` is the offset of the closing bracket, or the end of the source.
function scanAttributes(html: string, from: number): { attributes: Attributes; close: number } {
  if (html.charCodeAt(from) === 0x3e) return { attributes: none, close: from }
  const attributes = new Map<string, string>()
  let at = from
  while (at < html.length && html.charCodeAt(at) !== 0x3e) {
    const nameEnd = endOfName(html, at)
    if (nameEnd === at) {
      at++
      continue
    }
    const name = html.slice(at, nameEnd).toLowerCase()
    const equals = skipSpace(html, nameEnd)
    let value = ''
    at = nameEnd
    if (html.charCodeAt(equals) === 0x3d) {
      const found = valueAt(html, skipSpace(html, equals + 1))
      value = decodeEntities(html.slice(found.from, found.to))
      at = found.end
    }
    if (!attributes.has(name)) attributes.set(name, value)
  }
  return { attributes, close: Math.min(at, html.length) }
}

function valueAt(html: string, from: number): { from: number; to: number; end: number } {
  const quote = html[from]
  if (quote === '"' || quote === "'") {
    const close = closingQuote(html, from + 1, quote)
    return close < 0
      ? { from: from + 1, to: html.length, end: html.length }
      : { from: from + 1, to: close, end: close + 1 }
  }
  let to = from
  while (to < html.length && html.charCodeAt(to) !== 0x3e && !isSpace(html.charCodeAt(to))) to++
  return { from, to, end: to }
}

// A quote inside a merge tag does not end the value: href="{{ url | default: "x" }}". Tags are short, so the lookahead is,
// too.
function closingQuote(html: string, from: number, quote: string): number {
  let close = html.indexOf(quote, from)
  if (close < 0 || !html.slice(from, close).includes('{{')) return close
  let opened = html.indexOf('{{', from)
  while (close >= 0 && opened >= 0 && opened < close) {
    const tagEnd = html.slice(opened, opened + 400).indexOf('}}')
    if (tagEnd < 0) return close
    const after = opened + tagEnd
    if (after > close) close = html.indexOf(quote, after)
    opened = close < 0 ? -1 : after + html.slice(after, close).indexOf('{{')
    if (opened < after) return close
  }
  return close
}

function endOfName(html: string, from: number): number {
  let at = from
  for (; at < html.length; at++) {
    const code = html.charCodeAt(at)
    if (isSpace(code) || code === 0x3e || code === 0x3d || code === 0x2f || code === 0x22 || code === 0x27) break
  }
  return at
}

function skipSpace(html: string, from: number): number {
  let at = from
  while (at < html.length && isSpace(html.charCodeAt(at))) at++
  return at
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d)
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
}

function behind(index: number, html: string): number {
  return index < 0 ? html.length : index + 1
}

/**
 * Copies a string to its own memory. A substring references the whole page, so caching a few characters of each of a
 * thousand pages would retain a thousand pages.
 */
export function ownText(text: string): string {
  // Searching the string forces the engine to flatten it.
  const longer = `${text}\0`
  return longer.slice(0, longer.indexOf('\0', text.length))
}
