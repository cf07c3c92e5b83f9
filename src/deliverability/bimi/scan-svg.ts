/** A tag of an SVG file. */
export interface SvgTag {
  /** Without its prefix. */
  readonly name: string
  /** Elements that it is in. */
  readonly depth: number
  readonly attributes: ReadonlyMap<string, string>
  /** Text right behind it, up to the next tag. */
  readonly text: string
}

/** What a file holds, as far as SVG Tiny PS cares. */
export interface ScannedSvg {
  readonly tags: readonly SvgTag[]
  /** It has a DOCTYPE, or processing instructions besides the declaration of XML. */
  readonly hasDeclarations: boolean
}

const maxTags = 20_000

/**
 * Reads the tags of an XML file without running, fetching or expanding anything; or says why it is not well-formed. Takes time
 * in proportion to the file.
 */
export function scanSvg(text: string): ScannedSvg | { readonly problem: string } {
  const tags: SvgTag[] = []
  const open: string[] = []
  let hasDeclarations = false
  let at = 0
  if (/[^\P{Cc}\t\n\r]/u.test(text)) return { problem: 'it holds control characters' }
  for (;;) {
    const start = text.indexOf('<', at)
    if (start < 0) break
    if (open.length === 0 && /\S/.test(text.slice(at, start))) return { problem: 'text stands outside of its root' }
    const skipped = skipOther(text, start)
    if (skipped !== undefined) {
      if (skipped.end < 0) return { problem: 'a part of it has no end' }
      if (skipped.isDeclaration && !(start === 0 && text.startsWith('<?xml'))) hasDeclarations = true
      at = skipped.end
      continue
    }
    const tag = readTag(text, start)
    if (tag === undefined) return { problem: 'a tag is broken' }
    at = tag.end
    if (tag.isEnd) {
      if (open.pop() !== tag.full) return { problem: `</${tag.full.slice(0, 40)}> ends nothing` }
      continue
    }
    if (open.length === 0 && tags.length > 0) return { problem: 'it has two roots' }
    if (tags.length >= maxTags) return { problem: 'it has too many elements' }
    const next = text.indexOf('<', at)
    const own = tag.isClosed ? '' : text.slice(at, next < 0 ? at : next)
    tags.push({ name: local(tag.full), depth: open.length, attributes: tag.attributes, text: own.trim() })
    if (!tag.isClosed) open.push(tag.full)
  }
  if (open.length > 0) return { problem: `<${open.at(-1)?.slice(0, 40)}> has no end` }
  if (/\S/.test(text.slice(at))) return { problem: 'text stands behind its root' }
  return tags.length === 0 ? { problem: 'it has no elements' } : { tags, hasDeclarations }
}

/** A name without its prefix. */
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
