import { decodeEntities } from './entities.ts'

export type Attributes = Record<string, string>

/** Receives tokens in order. Names are lowercase; `text` is raw, with its character references. */
export interface TokenHandler {
  text(raw: string): void
  open(name: string, attributes: Attributes): void
  close(name: string): void
}

const noAttributes: Attributes = {}
const attributeName = /[\s/]*([^\s/>="'<]+)\s*(=\s*)?/y
const plainValue = /[^\s>]*/y
const tagName = /<\/?([A-Za-z][A-Za-z0-9:-]*)/y
/** Elements whose content is not readable text. */
const opaque = new Set([
  'script',
  'style',
  'template',
  'title',
  'textarea',
  'iframe',
  'noscript',
  'object',
  'svg',
  'math',
])

/** Splits HTML into tags and text, and never fails; drops comments, declarations and elements without readable text. */
export function scanHtml(html: string, handler: TokenHandler): void {
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open < 0) return handler.text(html.slice(at))
    if (open > at) handler.text(html.slice(at, open))
    at = scanTag(html, open, handler)
  }
}

function scanTag(html: string, open: number, handler: TokenHandler): number {
  const next = html.charCodeAt(open + 1)
  if (next === 33 || next === 63) return skipDeclaration(html, open)
  tagName.lastIndex = open
  const match = tagName.exec(html)
  if (match === null) {
    handler.text('&lt;')
    return open + 1
  }
  const name = (match[1] ?? '').toLowerCase()
  if (next === 47) {
    handler.close(name)
    return after(html.indexOf('>', tagName.lastIndex), html)
  }
  const { attributes, end } = scanAttributes(html, tagName.lastIndex)
  if (opaque.has(name)) return skipContent(html, end, name)
  handler.open(name, attributes)
  return end
}

function scanAttributes(html: string, from: number): { attributes: Attributes; end: number } {
  if (html.charCodeAt(from) === 62) return { attributes: noAttributes, end: from + 1 }
  const attributes: Attributes = Object.create(null) as Attributes
  let at = from
  for (;;) {
    attributeName.lastIndex = at
    const match = attributeName.exec(html)
    if (match === null) break
    at = attributeName.lastIndex
    const name = (match[1] ?? '').toLowerCase()
    let value = ''
    if (match[2] !== undefined) {
      const read = attributeValue(html, at)
      value = read.value
      at = read.end
    }
    attributes[name] ??= decodeEntities(value)
  }
  return { attributes, end: after(html.indexOf('>', at), html) }
}

function attributeValue(html: string, at: number): { value: string; end: number } {
  const quote = html[at]
  if (quote !== '"' && quote !== "'") {
    plainValue.lastIndex = at
    const value = plainValue.exec(html)?.[0] ?? ''
    return { value, end: at + value.length }
  }
  const close = closingQuote(html, at + 1, quote)
  return { value: html.slice(at + 1, close), end: close + 1 }
}

// Authors write href="{{ url | default: "x" }}": a quote inside a merge tag does not end the value.
function closingQuote(html: string, from: number, quote: string): number {
  let close = html.indexOf(quote, from)
  while (close >= 0) {
    const value = html.slice(from, close)
    const opened = value.lastIndexOf('{{')
    if (opened < 0 || value.includes('}}', opened)) return close
    const tagEnd = html.indexOf('}}', close)
    if (tagEnd < 0 || /[<>]/.test(html.slice(close, tagEnd))) return close
    close = html.indexOf(quote, tagEnd)
  }
  return html.length
}

function skipDeclaration(html: string, open: number): number {
  if (!html.startsWith('<!--', open)) return after(html.indexOf('>', open), html)
  const close = html.indexOf('-->', open + 2)
  return close < 0 ? html.length : close + 3
}

function skipContent(html: string, from: number, name: string): number {
  const close = new RegExp(`</${name}[^<>]*>`, 'gi')
  close.lastIndex = from
  return close.exec(html) === null ? html.length : close.lastIndex
}

function after(index: number, html: string): number {
  return index < 0 ? html.length : index + 1
}
