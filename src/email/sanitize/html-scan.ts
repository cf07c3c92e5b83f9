import { attributeProblem, hasBadStyle } from './attributes.ts'
import { cleanSheet } from './clean-css.ts'
import { findCssEdits } from './css-scan.ts'
import { type Edit, applyEdits } from './edits.ts'
import { bareElements, svgElements, isHarmlessMeta, removedWithContent } from './elements.ts'
import { type Element, type ParentNode, type SourceTag, parseHtml } from './html-tokens.ts'

// Markup around the source for validation: the position in a rendered email, and an arbitrary position.
const surroundings = ['<!DOCTYPE html><html><body><table><tbody><tr><td>', '<!DOCTYPE html><html><body>']
const sentinel = '<svc-end></svc-end>'

/** Finds forbidden parts of an HTML fragment for insertion into a larger page. */
export function findHtmlEdits(source: string): Edit[] {
  const edits: Edit[] = []
  for (const before of surroundings) {
    const scan = new Scan(source, before)
    scan.run()
    edits.push(...scan.edits)
    if (edits.length > 0) break
  }
  return edits
}

/** A part of the tree, and the decision about the SVG around it. */
interface Branch {
  node: ParentNode
  rendering: 'kept' | 'cut' | undefined
}

class Scan {
  readonly edits: Edit[] = []
  // Ends of the allowed SVGs by their start, and the end of the SVG around the current tag.
  private readonly renderings = new Map<number, number>()
  private coveredTo = 0
  private readonly source: string
  private readonly before: string

  constructor(source: string, before: string) {
    this.source = source
    this.before = before
  }

  run(): void {
    const { length } = this.before
    const { lastEnd, tags, tree } = parseHtml(this.before + this.source + sentinel)
    const end = length + this.source.length
    this.checkTree(tree)
    for (const tag of tags) {
      if (tag.start >= length && tag.end <= end) this.checkTag(shift(tag, -length))
    }
    if (!tags.some((tag) => tag.kind === 'start' && tag.name === 'svc-end' && tag.start === end)) {
      this.cutTail(tags, Math.min(lastEnd, end))
    }
  }

  private cut(start: number, end: number, what: string): void {
    this.edits.push({ start, end, text: '', what })
  }

  // Unfinished markup at the end swallows what follows: an open comment, tag or quote.
  private cutTail(tags: readonly SourceTag[], lastEnd: number): void {
    const { length } = this.before
    const end = length + this.source.length
    const swallower = tags.find((tag) => tag.start < end && tag.end > end)
    const start = Math.max(swallower?.start ?? lastEnd, length) - length
    // A tail without a token starts at the mark that opened it.
    const from = start < this.source.length ? start : this.source.lastIndexOf('<')
    if (from >= 0) this.cut(from, this.source.length, 'unfinished markup')
  }

  private checkTree(tree: ParentNode): void {
    const waiting: Branch[] = [{ node: tree, rendering: undefined }]
    for (let branch = waiting.pop(); branch !== undefined; branch = waiting.pop()) {
      for (const child of branch.node.childNodes) {
        if (!('tagName' in child)) continue
        const rendering = this.checkElement(child, branch.rendering)
        waiting.push({ node: child, rendering })
        if ('content' in child) waiting.push({ node: child.content, rendering })
      }
    }
  }

  /** Returns the decision about the SVG that contains the children of the element. */
  private checkElement(element: Element, around: Branch['rendering']): Branch['rendering'] {
    const place = this.placeOf(element)
    if (place === undefined) return around
    const name = element.tagName.toLowerCase()
    if (removedWithContent.has(name)) this.cut(place.start, place.end, `${name} element`)
    else if (name === 'svg') return this.checkSvg(element, place, around)
    else if (name === 'style') this.checkSheet(element, place)
    return around
  }

  // The content of an SVG was parsed with it: parsing each nested one again would take quadratic time.
  private checkSvg(
    element: Element,
    { start, end }: { start: number; end: number },
    around: Branch['rendering'],
  ): Branch['rendering'] {
    if (around === 'cut') return around
    if (around === 'kept' ? isClosedSvg(element) : isSvg(element)) {
      this.renderings.set(start, end)
      return 'kept'
    }
    this.cut(start, end, 'svg element')
    return 'cut'
  }

  private placeOf(element: Element): { start: number; end: number } | undefined {
    const place = element.sourceCodeLocation
    const { length } = this.before
    if (!place || place.startOffset < length || place.startOffset >= length + this.source.length) return undefined
    return { start: place.startOffset - length, end: Math.min(place.endOffset - length, this.source.length) }
  }

  private checkSheet(element: Element, place: { start: number; end: number }): void {
    const { endTag, startTag } = element.sourceCodeLocation ?? {}
    if (!startTag || !endTag || endTag.startOffset > this.before.length + this.source.length) {
      return this.cut(place.start, place.end, 'unfinished style element')
    }
    const start = startTag.endOffset - this.before.length
    const end = endTag.startOffset - this.before.length
    const css = this.source.slice(start, end)
    const cleaned = cleanSheet(css, 'image')
    if (cleaned.css === css) return
    this.edits.push({ start, end, text: cleaned.css, what: cleaned.removed.join(', ') || 'CSS' })
  }

  private checkTag(tag: SourceTag): void {
    if (tag.kind === 'comment') return this.checkComment(tag)
    if (tag.kind === 'doctype') return this.cut(tag.start, tag.end, 'doctype')
    const { name } = tag
    const refused = removedWithContent.has(name) || bareElements.has(name)
    const meta = name === 'meta' && !isHarmlessMeta(new Map(tag.attributes.map((one) => [one.name, one.value])))
    if (refused || meta) return this.cut(tag.start, tag.end, `${name} element`)
    this.coveredTo = Math.max(this.coveredTo, this.renderings.get(tag.start) ?? 0)
    if (tag.kind === 'start') this.checkAttributes(tag)
  }

  private checkAttributes(tag: SourceTag): void {
    const inSvg = this.coveredTo > tag.start
    for (const { end, name, start, value } of tag.attributes) {
      const problem = attributeProblem(name, value, inSvg)
      if (problem !== undefined) this.cutAttribute(tag, { start, end, what: `${problem} of ${tag.name.slice(0, 40)}` })
      else if (name === 'style' && hasBadStyle(value)) this.cleanStyle(tag, { start, end, value })
    }
  }

  // Without an offset of its own, an attribute is removed with its tag.
  private cutAttribute(tag: SourceTag, { end, start, what }: { start: number; end: number; what: string }): void {
    if (start < 0) return this.cut(tag.start, tag.end, what)
    const space = /[\s/]/.test(this.source[start - 1] ?? '') && this.source[start - 2] !== '=' ? 1 : 0
    this.cut(start - space, end, what)
  }

  // Removes single declarations if the source contains the value literally, otherwise the attribute.
  private cleanStyle(tag: SourceTag, { end, start, value }: { start: number; end: number; value: string }): void {
    const at = start < 0 ? -1 : this.source.slice(start, end).indexOf(value)
    if (at < 0 || value === '') return this.cutAttribute(tag, { start, end, what: `style of ${tag.name.slice(0, 40)}` })
    const clean = cleanDeclarations(value)
    if (clean === undefined) return this.cutAttribute(tag, { start, end, what: `style of ${tag.name.slice(0, 40)}` })
    this.edits.push({
      start: start + at,
      end: start + at + value.length,
      text: clean,
      what: `CSS of ${tag.name.slice(0, 40)}`,
    })
  }

  // Outlook parses the content of a conditional comment.
  private checkComment(tag: SourceTag): void {
    const raw = this.source.slice(tag.start, tag.end)
    if (/^<[?]/.test(raw) && !/^<\?xml[:\s]/i.test(raw)) return this.cut(tag.start, tag.end, 'processing instruction')
    const open = /^<!--\s*\[if\b[^>]*>/i.exec(raw)
    if (open === null) return
    const close = /<!\s*\[endif\]\s*--!?>$/i.exec(raw)
    const start = open[0].length
    const end = close?.index ?? Math.max(raw.length - 3, start)
    const inner = raw.slice(start, end)
    if (inner === '' || inner === '<!') return
    for (const edit of findInnerEdits(inner)) {
      this.edits.push({ ...edit, start: edit.start + tag.start + start, end: edit.end + tag.start + start })
    }
  }
}

/**
 * Outlook settings in most emails, such as MJML's, without which it scales images at 120 dpi: Office XML without attributes.
 * It is inside noscript, which HTML parsers skip in comments, and which is forbidden everywhere else.
 */
const officeSettings = /<noscript>\s*<xml>(?:[^<]|<\/?[ow]:\w+\s*\/?>)*<\/xml>\s*<\/noscript>/gi

// Inside a conditional comment `--` cannot start another comment, so its content is parsed as HTML once.
function findInnerEdits(inner: string): Edit[] {
  return findHtmlEdits(inner.replaceAll(officeSettings, (found) => ' '.repeat(found.length)))
}

function cleanDeclarations(value: string): string | undefined {
  let text = value
  for (let pass = 0; pass < 5; pass++) {
    const edits = findCssEdits(text, 'image', true).filter((edit) => edit.what !== undefined)
    if (edits.length === 0) return text
    text = applyEdits(text, edits)
  }
  return undefined
}

function isSvg(svg: Element): boolean {
  const waiting: ParentNode[] = [svg]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const child of node.childNodes) {
      if (!('tagName' in child)) {
        if (child.nodeName !== '#text') return false
        continue
      }
      if (child.namespaceURI !== svg.namespaceURI || !svgElements.has(child.tagName.toLowerCase())) return false
      waiting.push(child)
    }
  }
  return isClosedSvg(svg)
}

function isClosedSvg(svg: Element): boolean {
  return svg.namespaceURI === 'http://www.w3.org/2000/svg' && svg.sourceCodeLocation?.endTag !== undefined
}

function shift(tag: SourceTag, by: number): SourceTag {
  const attributes = tag.attributes.map((one) => ({
    ...one,
    start: one.start < 0 ? -1 : one.start + by,
    end: one.end + by,
  }))
  return { ...tag, start: tag.start + by, end: tag.end + by, attributes }
}
