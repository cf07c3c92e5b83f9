import { type NodeSpan, nodeAt, readMarked } from './marked-amp.ts'

/** An AMP part as the validator shall see it; fit for structured cloning. */
export interface AmpToCheck {
  /** The document with marks around each node. */
  marked: string
  /** Tags of the ESP are still in it. */
  isPassed: boolean
}

export interface AmpFinding {
  id: string
  severity: 'error' | 'warning'
  node_id?: string
  message: string
  doc_url?: string
}

/** What the validator reads, and whose it is. */
export interface CheckedAmp {
  text: string
  nodes: readonly NodeSpan[]
}

/**
 * The AMP part as an ESP would send it: without marks, and with something harmless in the place of each of its
 * tags, because the validator takes a tag in an address for a relative address.
 */
export function readMarkedAmp({ isPassed, marked }: AmpToCheck): CheckedAmp {
  return readMarked(isPassed ? withoutTags(marked) : marked)
}

/**
 * The node at a place as validators count it: lines from 1, columns in code points from 0. Undefined outside all nodes,
 * as in the style element.
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

/** What stops the validator: its stack ends before a hundred elements in each other, and does so without a word. */
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

// By position, because a pattern would search to the end again for every mark that stays open.
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

/** Characters of an address that are inspected for its scheme. */
const maxSearched = 500

// What a tag of another language says at the beginning of an address is as much of it as what follows leaves out.
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
/** Elements that the next one of their kind ends. */
const selfEnding = new Set('dd dt li option p td th tr tbody'.split(' '))

/**
 * How deep elements are in each other in a page, and where they do first, as UTF-16 units from the beginning. An estimate
 * that takes time in proportion to the page: what a parser of HTML puts in or closes by itself is counted by its commonest rules.
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
      // A table holds a tbody even where none is written.
      const depth = open.length + tablesAround(open)
      if (depth > maxDepth.depth) Object.assign(maxDepth, { depth, at: tag.index })
      if (open.length > maxKeptDepth) break
    }
  }
  return maxDepth
}

/** Depth is not measured beyond this. */
const maxKeptDepth = 200

// Only the nearest ones are looked through, as an end tag that fits nothing near is no end of anything.
function close(open: string[], name: string): void {
  const at = open.lastIndexOf(name)
  if (at >= 0 && open.length - at <= 20) open.length = at
}

function tablesAround(open: readonly string[]): number {
  return open.length < 40 ? 0 : open.filter((name) => name === 'table').length
}
