import { Tokenizer } from 'htmlparser2'
import { type Element, type Node, createElement, elementsOf, voidElements } from './dom.ts'
import { type RenderingMode, readRenderingMode } from './rendering-mode.ts'
import { UnclosedFormatting, continuesFormatting, isFormatting, maxFormatting } from './unclosed-formatting.ts'

export interface ParsedHtml {
  root: Element
  /** Contents of the style elements, in order; a `media` attribute becomes a media query. */
  styles: string[]
  /** Comments that only Outlook on Windows reads. The renderer generates its own. */
  outlookComments: number
  /** Names of removed elements, which execute, load or embed content. */
  dropped: string[]
  mode: RenderingMode
}

/** Deeper elements become siblings of the deepest one kept, as in browsers (Blink keeps 512). */
const maxDepth = 300

const unread = new Set(
  'script noscript template iframe object embed applet svg math xml canvas audio frameset'.split(' '),
)
const cells = new Set(['td', 'th', 'caption'])
const tableParts = new Set('table tbody thead tfoot tr td th caption colgroup'.split(' '))
const pageParts = new Set(['#root', 'html', 'head', 'body'])
const headParts = new Set(['title', 'meta', 'link', 'base'])
const rowParents = new Set(['table', 'tbody', 'thead', 'tfoot'])
/** Elements that close an open paragraph (HTML 13.1.2.4). */
const endsParagraph = new Set(
  'address article aside blockquote center details div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main menu nav ol p pre section table ul'.split(
    ' ',
  ),
)

/**
 * Parses HTML in one pass, in linear time. Unclosed elements end with their parent, formatting continues after it; content
 * between the rows of a table stays there, unlike in browsers. Never throws, never recurses.
 */
export function parseHtml(source: string): ParsedHtml {
  const builder = new TreeBuilder(source)
  const tokenizer = new Tokenizer({ decodeEntities: true }, builder)
  tokenizer.write(source)
  tokenizer.end()
  builder.finish()
  const { root, styles, outlookComments, dropped } = builder
  return { root, styles, outlookComments, dropped: [...new Set(dropped)], mode: readRenderingMode(source) }
}

class TreeBuilder {
  readonly root: Element
  readonly styles: string[] = []
  readonly dropped: string[] = []
  outlookComments = 0
  private readonly source: string
  private readonly open: Element[]
  /** Number of open elements beyond the maximum depth, by name. */
  private readonly openBelowMaxDepth = new Map<string, number>()
  /** The element whose content is skipped, and its nesting depth. */
  private skipped: { name: string; depth: number } | undefined
  /** Of body tags inside other elements. */
  private bodyAttributes: Record<string, string> | undefined
  private style: { text: string; media: string } | undefined
  private readonly unclosed = new UnclosedFormatting()
  private name = ''
  private nameStart = 0
  private attributes: Record<string, string> = {}
  private attribute = ''
  private value = ''

  constructor(source: string) {
    this.source = source
    this.root = createElement('#root', undefined, 0)
    this.open = [this.root]
  }

  onopentagname(start: number, end: number): void {
    this.name = this.source.slice(start, end).toLowerCase()
    this.nameStart = start - 1
    this.attributes = {}
  }

  onattribname(start: number, end: number): void {
    this.attribute = this.source.slice(start, end).toLowerCase()
    this.value = ''
  }

  onattribdata(start: number, end: number): void {
    this.value += this.source.slice(start, end)
  }

  onattribentity(codepoint: number): void {
    this.value += String.fromCodePoint(codepoint)
  }

  onattribend(): void {
    if (!Object.hasOwn(this.attributes, this.attribute)) this.attributes[this.attribute] = this.value
  }

  onopentagend(end: number): void {
    this.enter(end + 1, false)
  }

  onselfclosingtag(end: number): void {
    this.enter(end + 1, true)
  }

  ontext(start: number, end: number): void {
    this.addText(this.source.slice(start, end), start, end)
  }

  ontextentity(codepoint: number, end: number): void {
    this.addText(String.fromCodePoint(codepoint), -1, end)
  }

  oncdata(start: number, end: number): void {
    this.ontext(start, end)
  }

  onclosetag(start: number, end: number): void {
    const name = this.source.slice(start, end).trim().toLowerCase()
    const close = this.source.indexOf('>', end)
    this.leave(name, start - 2, close < 0 ? this.source.length : close + 1)
  }

  oncomment(start: number): void {
    if (/^\s*\[if\s[^\]]*\b(?:mso|ie)\b/i.test(this.source.slice(start, start + 80))) this.outlookComments++
  }

  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  /** Closes all open elements. */
  finish(): void {
    for (const element of this.open) element.end = this.source.length
    this.endStyle()
    this.gatherBody()
  }

  // Content before or after the body is in it (HTML 13.2.6.4.6, 13.2.6.4.22).
  private gatherBody(): void {
    const html = elementsOf(this.root).find(({ name }) => name === 'html')
    const outside = [this.root, ...(html === undefined ? [] : [html])]
    const known = outside.flatMap(elementsOf).find(({ name }) => name === 'body')
    if (known === undefined && this.bodyAttributes === undefined) return
    const isMissed = (node: Node) => isContent(node) && (node.kind === 'element' || node.text.trim() !== '')
    if (known !== undefined && this.bodyAttributes === undefined && !outside.some((one) => one.children.some(isMissed)))
      return
    const body = known ?? createElement('body', html ?? this.root, 0)
    const content = contentOf(this.root)
    for (const one of outside) one.children = one.children.filter((node) => !isContent(node))
    if (known === undefined) (html ?? this.root).children.push(body)
    for (const node of content) node.parent = body
    body.children = content
    body.attributes = { ...this.bodyAttributes, ...body.attributes }
    body.end = this.source.length
  }

  private enter(end: number, isClosed: boolean): void {
    const { name, attributes } = this
    if (this.skipped !== undefined) {
      if (name === this.skipped.name && !isClosed) this.skipped.depth++
      return
    }
    if (unread.has(name)) {
      this.dropped.push(name)
      if (!isClosed) this.skipped = { name, depth: 1 }
      return
    }
    if (name.includes(':')) return
    if (name === 'style') {
      this.style = { text: '', media: attributes['media'] ?? '' }
      return
    }
    if (name === 'html' || name === 'body' || name === 'head') return this.enterPage(end)
    // Content ends a head that is never closed (HTML 13.2.6.4.4).
    if (this.open.at(-1)?.name === 'head' && !headParts.has(name)) this.pop(this.nameStart)
    this.closeImplied(name)
    if (name === 'td' || name === 'th') this.openImpliedRow()
    if (continuesFormatting(name)) this.reopenFormatting(this.nameStart)
    const parent = this.open.at(-1) ?? this.root
    const element = createElement(name, parent, this.nameStart)
    element.attributes = attributes
    element.end = end
    parent.children.push(element)
    if (voidElements.has(name)) return
    if (this.open.length > maxDepth) this.openBelowMaxDepth.set(name, (this.openBelowMaxDepth.get(name) ?? 0) + 1)
    else this.open.push(element)
  }

  // A cell outside of a row opens one (HTML 13.2.6.4.13).
  private openImpliedRow(): void {
    const parent = this.open.at(-1) ?? this.root
    if (!rowParents.has(parent.name) || this.open.length >= maxDepth) return
    const row = createElement('tr', parent, this.nameStart)
    row.end = this.nameStart
    parent.children.push(row)
    this.open.push(row)
  }

  // A page has each of them once; another one adds its attributes to the first (HTML 13.2.6.4.7), as one in content does.
  private enterPage(end: number): void {
    const { name, attributes, open } = this
    if (open.some((element) => !pageParts.has(element.name))) {
      if (name === 'body') this.bodyAttributes = { ...attributes, ...this.bodyAttributes }
      return
    }
    if (name === 'body') while (open.at(-1)?.name === 'head') this.pop(this.nameStart)
    const known = open.find((element) => element.name === name)
    if (known !== undefined) {
      known.attributes = { ...attributes, ...known.attributes }
      return
    }
    const parent = open.at(-1) ?? this.root
    const element = createElement(name, parent, this.nameStart)
    element.attributes = attributes
    element.end = end
    parent.children.push(element)
    open.push(element)
  }

  // Formatting that is never closed continues in what follows, up to the end of its cell (HTML 13.2.4.3).
  private reopenFormatting(at: number): void {
    const parent = this.open.at(-1) ?? this.root
    if (rowParents.has(parent.name) || parent.name === 'tr' || this.open.length >= maxDepth - maxFormatting) return
    for (const { name, attributes } of this.unclosed.takeFor(this.cell())) {
      const around = this.open.at(-1) ?? this.root
      const element = createElement(name, around, at)
      element.attributes = { ...attributes }
      element.end = at
      around.children.push(element)
      this.open.push(element)
    }
  }

  private cell(): Element | undefined {
    return this.open.findLast(({ name }) => cells.has(name))
  }

  private leave(name: string, at: number, end: number): void {
    if (this.skipped !== undefined) {
      if (name === this.skipped.name && --this.skipped.depth === 0) this.skipped = undefined
      return
    }
    if (name === 'style') return this.endStyle()
    if (name === 'br') {
      this.name = 'br'
      this.nameStart = at
      this.attributes = {}
      return this.enter(end, true)
    }
    const openBelowMaxDepth = this.openBelowMaxDepth.get(name) ?? 0
    if (openBelowMaxDepth > 0) {
      this.openBelowMaxDepth.set(name, openBelowMaxDepth - 1)
      return
    }
    if (name === 'html' || name === 'body') return
    const isTablePart = tableParts.has(name)
    if (isFormatting(name) && this.unclosed.remove(name, this.cell())) return
    for (let index = this.open.length - 1; index > 0; index--) {
      const element = this.open[index] as Element
      if (element.name === name) {
        this.unclosed.add(this.open.slice(index + 1), this.cell())
        while (this.open.length > index + 1) this.pop(at)
        this.pop(end)
        return
      }
      // An end tag closes nothing outside its cell, and that of a row or cell nothing outside its table.
      if (element.name === 'table' ? name !== 'table' : !isTablePart && cells.has(element.name)) return
    }
  }

  private closeImplied(name: string): void {
    if (name === 'td' || name === 'th') this.closeTo(name, (open) => cells.has(open), isTable)
    else if (name === 'tr') this.closeTo(name, (open) => open === 'tr', isTable)
    else if (name === 'tbody' || name === 'thead' || name === 'tfoot')
      this.closeTo(name, (open) => open === 'tbody' || open === 'thead' || open === 'tfoot' || open === 'tr', isTable)
    else if (name === 'li') this.closeTo(name, (open) => open === 'li', isList)
    else if (name === 'dd' || name === 'dt') this.closeTo(name, (open) => open === 'dd' || open === 'dt', isList)
    else if (name === 'a') this.closeLinks()
    else if (name === 'option') this.closeTo(name, (open) => open === 'option', isCell)
    else if (endsParagraph.has(name)) this.closeTo(name, (open) => open === 'p', isCell)
  }

  // Links do not nest, so another one ends those that are never closed.
  private closeLinks(): void {
    this.closeTo('a', (open) => open === 'a', isCell)
    while (this.unclosed.remove('a', this.cell()));
  }

  // Closes the outermost open element, up to the boundary, that cannot contain the new one.
  private closeTo(name: string, cannotHold: (open: string) => boolean, isBoundary: (open: string) => boolean): void {
    let found = -1
    for (let index = this.open.length - 1; index > 0; index--) {
      const open = (this.open[index] as Element).name
      if (cannotHold(open)) found = index
      if (isBoundary(open) && !(cannotHold(open) && name === 'td')) break
    }
    if (found <= 0) return
    const isLink = name === 'a'
    const closed = this.open.slice(found).filter((open) => !(isLink && open.name === 'a'))
    this.unclosed.add(closed, this.cell())
    while (this.open.length > found) this.pop(this.nameStart)
  }

  private pop(end: number): void {
    const element = this.open.pop()
    if (element !== undefined) element.end = end
  }

  private endStyle(): void {
    if (this.style === undefined) return
    const { text, media } = this.style
    this.style = undefined
    const query = media.trim()
    if (text.trim() !== '') this.styles.push(query === '' || query === 'all' ? text : `@media ${query}{${text}}`)
  }

  private addText(text: string, start: number, end: number): void {
    if (this.skipped !== undefined) return
    if (this.style !== undefined) {
      this.style.text += text
      return
    }
    if (text.trim() !== '') {
      if (this.open.at(-1)?.name === 'head') this.pop(end)
      this.reopenFormatting(start < 0 ? end - 1 : start)
    }
    const parent = this.open.at(-1) ?? this.root
    const last = parent.children.at(-1)
    if (last?.kind === 'text') {
      last.text += text
      last.end = end
    } else parent.children.push({ kind: 'text', text, parent, start: start < 0 ? end - 1 : start, end })
  }
}

function isContent(node: Node): boolean {
  return node.kind === 'text' || !(pageParts.has(node.name) || headParts.has(node.name))
}

function contentOf(page: Element): Node[] {
  return page.children.flatMap((node) =>
    isContent(node)
      ? [node]
      : node.kind === 'element' && (node.name === 'html' || node.name === 'body')
        ? contentOf(node)
        : [],
  )
}

function isTable(name: string): boolean {
  return name === 'table'
}

function isList(name: string): boolean {
  return name === 'ul' || name === 'ol' || name === 'dl' || isCell(name)
}

function isCell(name: string): boolean {
  return cells.has(name) || name === 'table'
}
