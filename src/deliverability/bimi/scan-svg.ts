export interface SvgTag {
  /** Without the namespace prefix. */
  readonly name: string
  /** Number of ancestors. */
  readonly depth: number
  readonly attributes: ReadonlyMap<string, string>
  /** The text between this tag and the next one. */
  readonly text: string
}

/** The properties of an SVG file that SVG Tiny PS restricts. */
export interface ScannedSvg {
  readonly tags: readonly SvgTag[]
  /** True for a DOCTYPE, or processing instructions other than the XML declaration. */
  readonly hasDeclarations: boolean
}

const maxTags = 20_000

/**
 * Reads the tags of an XML file without executing, fetching or expanding anything; returns a problem if it is not
 * well-formed. Takes linear time.
 */
export function scanSvg(text: string): ScannedSvg | { readonly problem: string } {
  const tags: SvgTag[] = []
  const open: string[] = []
  let hasDeclarations = false
  let at = 0
  if (/[^\P{Cc}\t\n\r]/u.test(text)) return { problem: 'it contains control characters' }
  for (;;) {
    const start = text.indexOf('<', at)
    if (start < 0) break
    if (open.length === 0 && /\S/.test(text.slice(at, start))) return { problem: 'text outside of the root element' }
    const skipped = skipOther(text, start)
    if (skipped !== undefined) {
      if (skipped.end < 0) return { problem: 'a construct is not terminated' }
      if (skipped.isDeclaration && !(start === 0 && text.startsWith('<?xml'))) hasDeclarations = true
      at = skipped.end
      continue
    }
    const tag = readTag(text, start)
    if (tag === undefined) return { problem: 'a tag is malformed' }
    at = tag.end
    if (tag.isEnd) {
      if (open.pop() !== tag.full) return { problem: `</${tag.full.slice(0, 40)}> has no start tag` }
      continue
    }
    if (open.length === 0 && tags.length > 0) return { problem: 'it has two root elements' }
    if (tags.length >= maxTags) return { problem: 'it has too many elements' }
    const next = text.indexOf('<', at)
    const own = tag.isClosed ? '' : text.slice(at, next < 0 ? at : next)
    tags.push({ name: local(tag.full), depth: open.length, attributes: tag.attributes, text: own.trim() })
    if (!tag.isClosed) open.push(tag.full)
  }
  if (open.length > 0) return { problem: `<${open.at(-1)?.slice(0, 40)}> has no end tag` }
  if (/\S/.test(text.slice(at))) return { problem: 'text after the root element' }
  return tags.length === 0 ? { problem: 'it has no elements' } : { tags, hasDeclarations }
}

/** A name without its namespace prefix. */
export function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function skipOther(text: string, start: number): { end: number; isDeclaration: boolean } | undefined {
  const ends: readonly [open: string, close: string, isDeclaration: boolean][] = [
    ['<!--', '-->', false],
    ['<![CDATA[', ']]>', false],
    ['<?', '?>', true],
    ['<!', '>', true],
  ]
  for (const [open, close, isDeclaration] of ends) {
    if (!text.startsWith(open, start)) continue
    const end = text.indexOf(close, start + open.length)
    return { end: end < 0 ? -1 : end + close.length, isDeclaration }
  }
  return undefined
}

const nameAt = /[A-Za-z_][\w.:-]*/y
const attributeAt = /\s+([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const endAt = /\s*(\/?)>/y

function readTag(text: string, start: number) {
  const isEnd = text[start + 1] === '/'
  nameAt.lastIndex = start + (isEnd ? 2 : 1)
  const full = nameAt.exec(text)?.[0]
  if (full === undefined) return undefined
  let at = nameAt.lastIndex
  const attributes = new Map<string, string>()
  for (;;) {
    attributeAt.lastIndex = at
    const found = attributeAt.exec(text)
    if (found === null) break
    const [, name = '', double, single] = found
    if (attributes.has(name)) return undefined
    attributes.set(name, double ?? single ?? '')
    at = attributeAt.lastIndex
  }
  endAt.lastIndex = at
  const end = endAt.exec(text)
  if (end === null || (isEnd && attributes.size > 0)) return undefined
  return { full, attributes, isEnd, isClosed: end[1] === '/', end: endAt.lastIndex }
}
