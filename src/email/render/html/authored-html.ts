import { isTagged, parseTagged } from '../../data/index.ts'
import type { Values } from '../values/values.ts'

/** A piece of authored HTML; its kind selects the writer for values in it. */
type Piece = [kind: 'html' | 'text' | 'attribute' | 'url' | 'style', source: string]

interface Cut {
  pieces: readonly Piece[]
  /** Contains Liquid beyond the data language. */
  isRaw: boolean
}

const urlAttributes = new Set(['href', 'src', 'background', 'action', 'poster', 'cite', 'longdesc'])
const cache = new Map<string, Cut>()
const max = 200

/**
 * Fills the merge tags of authored HTML by position: a value in a URL passes the URL writer, in a style it can only
 * be a color, number or word, in a comment it is dropped.
 */
export function fillHtml(source: string, values: Values): string {
  if (!isTagged(source)) return source
  const { pieces, isRaw } = cutOf(source)
  if (isRaw) return values.rawLiquid(source)
  let out = ''
  for (const [kind, piece] of pieces) out += fill(kind, piece, values)
  return out
}

/**
 * True for authored HTML with Liquid beyond the data language: tags such as `{% if %}`, or a value at a position
 * without a piece.
 */
export function isRawLiquid(source: string): boolean {
  return isTagged(source) && cutOf(source).isRaw
}

function fill(kind: Piece[0], piece: string, values: Values): string {
  switch (kind) {
    case 'html':
      return piece
    case 'text':
      return values.authoredText(piece)
    case 'attribute':
      return values.authoredAttribute(piece)
    case 'url':
      return values.url(decodeAmpersands(piece)).replaceAll("'", '&#39;')
    case 'style':
      return values.styleValue(piece)
  }
}

// In HTML the & of a URL is written &amp;; the URL writer escapes it again.
function decodeAmpersands(source: string): string {
  return source.replaceAll('&amp;', '&')
}

function cutOf(source: string): Cut {
  const known = cache.get(source)
  if (known !== undefined) return known
  if (cache.size >= max) cache.clear()
  const pieces = cut(source)
  const isRaw = pieces.some(([kind, piece]) =>
    kind === 'html' ? isTagged(piece) : isTagged(piece) && parseTagged(piece).error !== undefined,
  )
  const found = { pieces, isRaw }
  cache.set(source, found)
  return found
}

// A hand-written forward scan: on long authored HTML a backtracking pattern would not finish.
function cut(source: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  while (at < source.length) {
    const start = nextTag(source, at)
    if (start > at) pieces.push(['text', withoutOpenings(source.slice(at, start))])
    if (start >= source.length) break
    if (source[start + 1] === '!' || source[start + 1] === '?') {
      const end = commentEnd(source, start)
      pieces.push(['html', source.slice(start, end)])
      at = end
    } else at = cutTag(source, start, pieces)
  }
  return pieces
}

// `<{{ x }}` is text; a value must not turn it into a tag or comment.
function withoutOpenings(text: string): string {
  return text.replace(/<(?=\{\{)/g, '&lt;')
}

function nextTag(source: string, from: number): number {
  for (let at = source.indexOf('<', from); at >= 0; at = source.indexOf('<', at + 1)) {
    if (isLetter(source.charCodeAt(at + 1)) || '/!?'.includes(source[at + 1] ?? ' ')) return at
  }
  return source.length
}

// Outlook reads the content of its conditional comments as HTML, so only the marks themselves are kept unchanged.
// Anything else that begins with `<!` or `<?` is a comment up to its first `>` (HTML, 13.2.5.41).
function commentEnd(source: string, from: number): number {
  const isShort = !source.startsWith('<!--', from) || source.startsWith('<!--[if', from)
  const end = source.indexOf(isShort ? '>' : '-->', from)
  return end < 0 ? source.length : end + (isShort ? 1 : 3)
}

/** Appends the pieces of one tag; returns the index after it. The text of a style element belongs to its tag. */
function cutTag(source: string, from: number, pieces: Piece[]): number {
  let kept = from
  let at = endOfName(source, from + 1)
  const tag = source.slice(from + 1, at).toLowerCase()
  while (at < source.length && source[at] !== '>') {
    const nameEnd = endOfName(source, at)
    const equals = skipSpace(source, nameEnd)
    if (nameEnd === at || source[equals] !== '=') {
      at = Math.max(nameEnd, at + 1)
      continue
    }
    const value = valueAt(source, skipSpace(source, equals + 1))
    const text = source.slice(value.from, value.to)
    if (isTagged(text)) {
      // An unquoted value would end at the first space of the data.
      const quote = value.isQuoted ? '' : '"'
      pieces.push(['html', source.slice(kept, value.from) + quote])
      pieces.push([kindOf(source.slice(at, nameEnd).toLowerCase()), text])
      if (quote !== '') pieces.push(['html', quote])
      kept = value.to
    }
    at = value.isQuoted ? value.to + 1 : value.to
  }
  const end = Math.min(at + 1, source.length)
  pieces.push(['html', source.slice(kept, end)])
  return tag === 'style' ? cutStyle(source, end, pieces) : end
}

function valueAt(source: string, from: number): { from: number; to: number; isQuoted: boolean } {
  const quote = source[from]
  if (quote === '"' || quote === "'") {
    const end = source.indexOf(quote, from + 1)
    return { from: from + 1, to: end < 0 ? source.length : end, isQuoted: true }
  }
  let to = from
  // A merge tag may contain spaces.
  for (let braces = 0; to < source.length && source[to] !== '>'; to++) {
    if (source[to] === '{') braces++
    else if (source[to] === '}') braces--
    else if (braces <= 0 && isSpace(source.charCodeAt(to))) break
  }
  return { from, to, isQuoted: false }
}

function endOfName(source: string, from: number): number {
  let at = from
  while (at < source.length && !isSpace(source.charCodeAt(at)) && !'=>"\''.includes(source[at] ?? '')) at++
  return at
}

function skipSpace(source: string, from: number): number {
  let at = from
  while (at < source.length && isSpace(source.charCodeAt(at))) at++
  return at
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d)
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
}

function kindOf(name: string): Piece[0] {
  if (name === 'style') return 'style'
  return urlAttributes.has(name) || name.endsWith(':href') ? 'url' : 'attribute'
}

function cutStyle(source: string, from: number, pieces: Piece[]): number {
  const end = source.slice(from).search(/<\/style/i)
  const stop = end < 0 ? source.length : from + end
  if (stop > from) pieces.push(['style', source.slice(from, stop)])
  return stop
}
