import { limits } from '../../../kernel/limits.ts'
import { type NativeTag, isNativeTag, parseTagged } from '../../data/index.ts'
import type { Link, List, ListItem, Marks, Paragraph, RichBlock, RichText, Run } from '../model.ts'
import { decodeEntities } from './entities.ts'
import { alignOf, marksInside } from './marks.ts'
import { appendRun } from './runs.ts'
import { type Attributes, type TokenHandler, scanHtml } from './tokens.ts'

/** `error` is the first error in its merge tags. */
export interface ParsedRichText {
  value: RichText
  error?: string
  /** Links as written; URLs are not validated yet. */
  links: readonly Link[]
  /** Tags of other template languages as written. */
  natives: readonly NativeTag[]
}

/**
 * Parses restricted HTML: p, br, h1 to h4, ul, ol, li, b, i, u, s, sub, sup, code, span with style, a with href, title and
 * data-role, and merge tags. Other elements lose their tags and keep their text. Never throws.
 */
export function parseRichText(html: string): RichText {
  return readRichHtml(html).value
}

/** As parseRichText, with the first error in a merge tag. */
export function readRichHtml(html: string): ParsedRichText {
  const builder = new Builder()
  scanHtml(html, builder)
  builder.endBlock()
  const { blocks: value, error, links, natives } = builder
  return error === undefined ? { value, links, natives } : { value, links, natives, error }
}

interface Open {
  name: string
  /** Marks outside the element. */
  around: Marks
}

interface OpenList {
  list: List
  item: ListItem | undefined
}

const paragraphs = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const boundaries = new Set(
  'div section article header footer main aside nav blockquote pre address figure figcaption center table tbody thead tr td th dl dt dd form fieldset hr body html'.split(
    ' ',
  ),
)
const empty = new Set([
  'br',
  'img',
  'hr',
  'wbr',
  'input',
  'meta',
  'link',
  'area',
  'base',
  'col',
  'embed',
  'source',
  'track',
])
const noMarks: Marks = {}

function isBlock(name: string): boolean {
  return paragraphs.has(name) || boundaries.has(name)
}

function isList(name: string): boolean {
  return name === 'li' || name === 'ul' || name === 'ol'
}

class Builder implements TokenHandler {
  readonly blocks: RichBlock[] = []
  readonly links: Link[] = []
  readonly natives: NativeTag[] = []
  error: string | undefined
  private marks: Marks = noMarks
  private readonly opened: Open[] = []
  private readonly lists: OpenList[] = []
  // Alignment of an element around a paragraph that has not started yet.
  private pendingAlign: Paragraph['align']
  // Target of new runs; undefined between paragraphs.
  private runs: Run[] | undefined
  // HTML collapses white space, and drops it at the ends of a line.
  private afterSpace = true
  // True if the last run ends in collapsible white space; a space written as a character reference is content.
  private endsInSpace = false

  text(raw: string): void {
    const collapsed = /[\t\n\r\f]|  /.test(raw) ? raw.replace(/[ \t\n\r\f]+/g, ' ') : raw
    const source = this.afterSpace && collapsed[0] === ' ' ? collapsed.slice(1) : collapsed
    if (source === '') return
    const runs = (this.runs ??= this.beginParagraph({}))
    const text = decodeEntities(source)
    const { parts, error } = parseTagged(text)
    if (error !== undefined)
      this.error ??= `${error.message} (at "${text.slice(Math.max(error.index - 20, 0), error.index + 20)}")`
    for (const part of parts) {
      if (typeof part !== 'string' && isNativeTag(part)) this.natives.push(part)
      appendRun(runs, typeof part === 'string' ? { text: part, ...this.marks } : { tag: part, ...this.marks })
    }
    this.afterSpace = source.endsWith(' ')
    this.endsInSpace = this.afterSpace
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'br') return this.addBreak()
    if (paragraphs.has(name)) {
      this.leave(paragraphs)
      this.startParagraph(name, attributes)
    } else if (name === 'ul' || name === 'ol') this.startList(name === 'ol')
    else if (name === 'li') this.startItem()
    else if (boundaries.has(name)) this.boundary(attributes)
    if (empty.has(name)) return
    this.opened.push({ name, around: this.marks })
    const marks = marksInside(name, attributes, this.marks)
    if (name === 'a' && marks.link !== undefined) this.links.push(marks.link)
    this.marks = marks
  }

  close(name: string): void {
    const { opened } = this
    const list = isList(name)
    const inline = !list && !isBlock(name)
    let block = false
    for (let index = opened.length - 1; index >= 0; index--) {
      const one = opened[index] as Open
      if (one.name === name) {
        this.marks = one.around
        if (block && inline) opened.splice(index, 1)
        else while (opened.length > index) this.end((opened.pop() as Open).name)
        return
      }
      // An end tag inside a list item closes nothing outside of it.
      if (!list && one.name === 'li') return
      block ||= isBlock(one.name)
    }
  }

  endBlock(): void {
    this.trimEnd()
    this.runs = undefined
    this.afterSpace = true
  }

  private end(name: string): void {
    if (name === 'li') {
      this.trimEnd()
      const top = this.lists.at(-1)
      if (top !== undefined) top.item = undefined
      this.runs = undefined
      this.afterSpace = true
    } else if (name === 'ul' || name === 'ol') {
      this.trimEnd()
      this.lists.pop()
      const item = this.lists.at(-1)?.item
      this.runs = item?.runs
      this.afterSpace = true
    } else if (paragraphs.has(name) || boundaries.has(name)) this.afterParagraph()
  }

  // In a list item a paragraph is a line; elsewhere it ends.
  private afterParagraph(): void {
    if (this.lists.at(-1)?.item === undefined) this.endBlock()
  }

  private startParagraph(name: string, attributes: Attributes): void {
    const item = this.lists.at(-1)?.item
    if (item !== undefined) return this.lineIn(item)
    this.endBlock()
    const level = name === 'p' ? undefined : (Math.min(Number(name[1]), 4) as 1 | 2 | 3 | 4)
    const align = alignOf(attributes)
    this.runs = this.beginParagraph({
      ...(align === undefined ? {} : { align }),
      ...(level === undefined ? {} : { level }),
    })
  }

  private boundary(attributes: Attributes): void {
    const item = this.lists.at(-1)?.item
    if (item !== undefined) return this.lineIn(item)
    this.endBlock()
    const align = alignOf(attributes)
    if (align !== undefined) this.pendingAlign = align
  }

  private lineIn(item: ListItem): void {
    if (item.runs.length > 0) this.addBreak()
  }

  private beginParagraph(options: Pick<Paragraph, 'align' | 'level'>): Run[] {
    const align = options.align ?? this.pendingAlign
    this.pendingAlign = undefined
    const list = this.lists.at(-1)
    if (list !== undefined) return this.addItem(list)
    const paragraph: Paragraph = { type: 'paragraph', runs: [], ...options, ...(align === undefined ? {} : { align }) }
    this.blocks.push(paragraph)
    this.afterSpace = true
    return paragraph.runs
  }

  private startList(ordered: boolean): void {
    this.trimEnd()
    const parent = this.lists.at(-1)
    if (parent === undefined) {
      this.endBlock()
      const list: List = { type: 'list', ordered, items: [] }
      this.blocks.push(list)
      this.lists.push({ list, item: undefined })
      return
    }
    this.lists.push({ list: this.nestedList(parent, ordered), item: undefined })
    this.runs = undefined
    this.afterSpace = true
  }

  private nestedList(parent: OpenList, ordered: boolean): List {
    // Items beyond the maximum depth join the deepest list.
    if (this.lists.length >= limits.richTextListDepth) return parent.list
    const item = parent.item ?? parent.list.items.at(-1)
    if (item === undefined) return parent.list
    return (item.list ??= { type: 'list', ordered, items: [] })
  }

  private startItem(): void {
    if (this.lists.length === 0) this.startList(false)
    const top = this.lists.at(-1)
    if (top === undefined) return
    this.trimEnd()
    const index = this.opened.findLastIndex((one) => isList(one.name))
    if (this.opened[index]?.name === 'li') this.close('li')
    this.runs = this.addItem(top)
  }

  private addItem(top: OpenList): Run[] {
    top.item = { runs: [] }
    top.list.items.push(top.item)
    this.afterSpace = true
    return top.item.runs
  }

  private addBreak(): void {
    this.trimEnd()
    const runs = (this.runs ??= this.beginParagraph({}))
    runs.push({ break: true })
    this.afterSpace = true
  }

  private leave(names: ReadonlySet<string>): void {
    const index = this.opened.findLastIndex((one) => names.has(one.name))
    const open = this.opened[index]
    if (open !== undefined && this.opened.findLastIndex((one) => one.name === 'li') < index) this.close(open.name)
  }

  // White space at the end of a line is not rendered.
  private trimEnd(): void {
    const last = this.runs?.at(-1)
    if (this.endsInSpace && last !== undefined && 'text' in last) {
      if (last.text === ' ') this.runs?.pop()
      else last.text = last.text.slice(0, -1)
    }
    this.endsInSpace = false
  }
}
