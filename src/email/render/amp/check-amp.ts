import { type NodeSpan, nodeAt, readMarked } from './marked-amp.ts'

/** Input of the AMP validator; can be cloned to a worker. */
export interface AmpToCheck {
  /** The document with marks around each node. */
  marked: string
  /** The document contains tags of the ESP. */
  isPassed: boolean
}

export interface AmpFinding {
  id: string
  severity: 'error' | 'warning'
  node_id?: string
  message: string
  doc_url?: string
}

/** The text for the validator, with the range of each node. */
export interface CheckedAmp {
  text: string
  nodes: readonly NodeSpan[]
}

/**
 * The AMP part as an ESP sends it: without marks, and with a placeholder for each tag, because the validator takes a
 * tag in a URL for a relative URL.
 */
export function readMarkedAmp({ isPassed, marked }: AmpToCheck): CheckedAmp {
  return readMarked(isPassed ? withoutTags(marked) : marked)
}

/**
 * Lines count from 1, columns from 0 in code points, as in findings of the validator. Undefined outside all nodes, as
 * in the style element.
 */
export function nodeAtPosition({ nodes, text }: CheckedAmp, line: number, column: number): string | undefined {
  let at = 0
  for (let left = line; left > 1; left--) {
    const end = text.indexOf('\n', at)
    if (end < 0) break
    at = end + 1
  }
  for (let left = column; left > 0 && at < text.length; left--) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  return nodeAt(nodes, at)
}

/** Nesting that overflows the validator's stack: just below 100 levels it stops without a message. */
export function findTooDeep({ nodes, text }: CheckedAmp): AmpFinding | undefined {
  const { at, depth } = maxNestingDepth(text)
  if (depth <= maxReadDepth) return undefined
  const nodeId = nodeAt(nodes, at)
  return {
    id: 'amp-too-deep',
    severity: 'error',
    ...(nodeId === undefined ? {} : { node_id: nodeId }),
    message: `Its elements are nested deeper than ${maxReadDepth}, which the validator cannot read.`,
  }
}

const maxReadDepth = 90

const raw = { open: '{% raw %}', close: '{% endraw %}' }

// Scans by position: a pattern would search to the end again for every unclosed mark.
function withoutTags(source: string): string {
  let out = ''
  let at = 0
  for (let start = nextTag(source, at); start >= 0; start = nextTag(source, at)) {
    out += source.slice(at, start)
    if (source.startsWith(raw.open, start)) {
      const end = source.indexOf(raw.close, start)
      if (end < 0) break
      out += source.slice(start + raw.open.length, end)
      at = end + raw.close.length
      continue
    }
    const isValue = source[start + 1] === '{'
    const end = source.indexOf(isValue ? '}}' : '%}', start + 2)
    if (end < 0) return out + source.slice(start)
    at = end + 2
    const isAtStart = /(?:href|src|action-xhr)="$|url\('$/.test(out.slice(-12))
    if (isValue) out += isAtStart ? 'https://example.com/' : 'x'
    else if (isAtStart && !hasScheme(source, at)) out += 'https://example.com/'
  }
  return out + source.slice(at)
}

/** Maximum length of a URL prefix that is searched for a scheme, characters. */
const maxSearched = 500

// True if a scheme follows; tags of another language before it are ignored.
function hasScheme(source: string, at: number): boolean {
  const rest = source.slice(at, at + maxSearched).replace(/\{%[^{}"]*%\}/g, '')
  return /^(?:https?:\/\/|mailto:|tel:)/i.test(rest)
}

function nextTag(source: string, from: number): number {
  for (let at = source.indexOf('{', from); at >= 0; at = source.indexOf('{', at + 1)) {
    if (source[at + 1] === '{' || source[at + 1] === '%') return at
  }
  return -1
}

const voids = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
/** Elements with an implied end tag. */
const selfEnding = new Set('dd dt li option p td th tr tbody'.split(' '))

/**
 * Maximum nesting depth of elements, and the UTF-16 offset at which it is reached first. An estimate in linear time:
 * it applies only the most common rules by which HTML parsers insert and close elements.
 */
function maxNestingDepth(html: string): { depth: number; at: number } {
  const open: string[] = []
  const maxDepth = { depth: 0, at: 0 }
  for (const tag of html.matchAll(/<(\/?)([a-zA-Z][\w-]*)/g)) {
    const name = (tag[2] ?? '').toLowerCase()
    if (voids.has(name)) continue
    if (tag[1] === '/') close(open, name)
    else {
      if (selfEnding.has(name) && open.at(-1) === name) open.pop()
      open.push(name)
      // A parser inserts a tbody into each table.
      const depth = open.length + tablesAround(open)
      if (depth > maxDepth.depth) Object.assign(maxDepth, { depth, at: tag.index })
      if (open.length > maxKeptDepth) break
    }
  }
  return maxDepth
}

/** The scan stops at this depth. */
const maxKeptDepth = 200

// Searches only the nearest open elements: an end tag without a start tag nearby is ignored.
function close(open: string[], name: string): void {
  const at = open.lastIndexOf(name)
  if (at >= 0 && open.length - at <= 20) open.length = at
}

function tablesAround(open: readonly string[]): number {
  return open.length < 40 ? 0 : open.filter((name) => name === 'table').length
}
