import { limits } from '../../../kernel/limits.ts'
import type { Loop } from '../../data/index.ts'
import type { Block, Column, EmailDocument, Link, RichText, Row } from '../../document/index.ts'
import type { BlockTypes } from '../block-type.ts'
import { isRawLiquid } from '../html/authored-html.ts'
import type { TextContext } from '../text-context.ts'
import type { Values } from '../values/values.ts'
import type { WarningCode } from '../values/warnings.ts'
import { tooLarge } from '../too-large.ts'
import { type RunReader, itemToText, richToLine, richToText, underline } from './rich-text.ts'
import { columnsOf } from './columns.ts'
import { wrapText } from './wrap.ts'

/** Columns per line (RFC 5322, 2.1.1). */
const lineWidth = 78

// Mail systems mark such lines as quoted, double their dot, or treat the following lines as a signature (RFC 3676,
// 4.4; RFC 5321, 4.5.2; RFC 3676, 4.3). One leading space prevents that.
const isFragile = /^(?:From |\.|--|>)/

/** Renders the plain text of an email from its tree. */
export class TextWriter implements TextContext {
  readonly width = lineWidth
  readonly #document: EmailDocument
  readonly #blocks: BlockTypes
  readonly #values: Values
  readonly #reader: RunReader
  readonly #links: Links
  #size = 0

  constructor(document: EmailDocument, blocks: BlockTypes, values: Values) {
    this.#document = document
    this.#blocks = blocks
    this.#values = values
    this.#links = new Links(values.target !== 'passthrough')
    this.#reader = {
      text: (run) => ('break' in run ? '\n' : 'text' in run ? values.plainLiteral(run.text) : values.plainTag(run.tag)),
      refer: (address) => this.#links.refer(address),
      href: (run) => ('break' in run || run.link === undefined ? '' : this.href(run.link)),
    }
  }

  /** Blocks are separated by one blank line; no trailing white space. */
  write(): string {
    const rows = this.#rows(this.#document.rows)
    const tidy = join([rows, this.#links.list()], '\n\n')
      .split('\n')
      .map((line) => (isFragile.test(line) ? ` ${line.trimEnd()}` : line.trimEnd()))
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .replace(/^\n+|(?<!\n)\n+$/g, '')
    return tidy === '' ? '' : `${tidy}\n`
  }

  get locale(): string {
    return this.#values.locale
  }

  get now(): number | undefined {
    return this.#values.now
  }

  literal(text: string): string {
    return this.#values.plainLiteral(text)
  }

  lookup(path: string): unknown {
    return this.#values.lookup(path)
  }

  plain(source: string): string {
    return this.#values.plain(source)
  }

  html(source: string): { html: string; isFilled: boolean } {
    return isRawLiquid(source)
      ? { html: this.#values.rawLiquid(source), isFilled: true }
      : { html: source, isFilled: false }
  }

  url(source: string): string {
    const address = this.#values.plainUrl(source)
    // Anchors have no target in plain text.
    return address.startsWith('#') ? '' : address
  }

  href(link: Link): string {
    const source = link.href || (link.role === undefined ? '' : this.#values.roleAddress(link.role))
    return this.url(source)
  }

  rich(value: RichText): string {
    return richToText(value, this.#reader, this.width)
  }

  inline(value: RichText): string {
    return richToLine(value, this.#reader)
  }

  link(text: string, url: string): string {
    if (url === '') return text
    return text === '' || text === url ? url : `${text} ${this.#links.refer(url)}`
  }

  action(label: string, url: string): string {
    const name = `[${label}]`
    if (url === '') return name
    const line = `${name} ${url}`
    return columnsOf(line) <= this.width ? line : `${name}\n${url}`
  }

  wrap(text: string, indent = ''): string {
    return wrapText(text, this.width, indent)
  }

  item(text: string, marker: string): string {
    return itemToText(text, marker, this.width)
  }

  heading(text: string, level: number): string {
    return underline(this.wrap(text), level)
  }

  columns(columns: readonly Column[]): string {
    return join(
      columns.map((column) => this.#node(column, () => this.#list(column.blocks))),
      '\n\n',
    )
  }

  blocks(blocks: readonly Block[]): string {
    return this.#list(blocks)
  }

  repeat(loop: Loop<Block>, render: () => string): string {
    const round = () => {
      const text = render()
      this.#grow(text.length + 16)
      return text
    }
    return this.#values.repeat(loop, { render: round, between: '\n' })
  }

  warn(code: WarningCode, message: string): void {
    this.#values.warnings.add(code, message, this.#values.nodeId)
  }

  #rows(rows: readonly Row[]): string {
    const written = rows.map((row) => {
      if (row.type === 'module') return ''
      return this.#node(row, () => (row.type === 'group' ? this.#rows(row.rows) : this.columns(row.columns)))
    })
    return join(written, '\n\n')
  }

  #list(blocks: readonly Block[]): string {
    return join(
      blocks.map((block) => this.#block(block)),
      '\n\n',
    )
  }

  #block(block: Block): string {
    const type = this.#blocks.get(block.type)
    if (type === undefined) return ''
    const { each: _inside, ...once } = block
    const node = type.repeats === 'inside' ? once : block
    return this.#node(node, () => {
      const before = this.#values.nodeId
      const size = this.#size
      this.#values.nodeId = block.id
      const text = type.text(block, this)
      this.#values.nodeId = before
      // Nested blocks are already counted.
      this.#grow(Math.max(0, text.length - (this.#size - size)))
      return text
    })
  }

  // Content for one kind of screen would appear twice.
  #node(node: Row | Column | Block, render: () => string): string {
    if (node.parts?.text === false || node.hide?.desktop) return ''
    const otherwise = node.each?.else
    const rendering = { render: () => this.#round(render), between: '\n\n' }
    return this.#values.around(
      node,
      otherwise === undefined ? rendering : { ...rendering, orElse: () => this.#list(otherwise) },
    )
  }

  // Text counts only in its block, not again in its column and row.
  #round(render: () => string): string {
    this.#grow(16)
    return render()
  }

  #grow(length: number): void {
    this.#size += length
    if (this.#size > limits.renderBytes) throw tooLarge('text', this.#size)
  }
}

function join(parts: readonly string[], between: string): string {
  return parts.filter((part) => part !== '').join(between)
}

/** Maximum columns of a URL inside a sentence. */
const maxLength = 44

/**
 * Places the URLs of links: short ones in parentheses after their text, long ones in a numbered list at the end of
 * the email, where no line break splits them. Equal URLs share a number.
 */
class Links {
  readonly #numbers = new Map<string, number>()
  readonly #mayMove: boolean

  /** `mayMove` is false if an ESP fills in the text: links in its loops cannot be numbered here. */
  constructor(mayMove: boolean) {
    this.#mayMove = mayMove
  }

  refer(address: string): string {
    if (!this.#mayMove || columnsOf(address) <= maxLength) return `(${address})`
    const number = this.#numbers.get(address) ?? this.#numbers.size + 1
    this.#numbers.set(address, number)
    return `[${number}]`
  }

  /** The moved URLs, one per line; empty if there are none. */
  list(): string {
    return [...this.#numbers].map(([address, number]) => `[${number}] ${address}`).join('\n')
  }
}
