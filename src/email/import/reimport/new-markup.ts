import { type EmailDocument, type Node, readDocument, walkNodes } from '../../document/index.ts'
import type { BlockTypes } from '../../render/index.ts'
import { readPage } from '../html/read-page.ts'
import type { InputNode } from '../html/rows/style.ts'
import type { ImportWarnings } from '../report.ts'
import type { Element } from '../tree/dom.ts'
import type { ComparedPage } from './compared-page.ts'

export type ListKind = 'rows' | 'sections' | 'columns' | 'blocks' | 'nested'

/** Converts markup within our own HTML that has no rendered counterpart, by the rules for all HTML. */
export class NewMarkup {
  readonly #given: ComparedPage
  readonly #base: EmailDocument
  readonly #blockTypes: BlockTypes
  readonly #warnings: ImportWarnings
  readonly #taken: Set<string>
  #last = 0

  constructor(
    given: ComparedPage,
    base: EmailDocument,
    { blockTypes, warnings }: { blockTypes: BlockTypes; warnings: ImportWarnings },
  ) {
    this.#given = given
    this.#base = base
    this.#blockTypes = blockTypes
    this.#warnings = warnings
    this.#taken = new Set([...walkNodes(base)].map(({ node }) => node.id))
  }

  /** The nodes of an element in a list of that kind, each with a new id; empty for invisible content. */
  nodes(element: Element, kind: ListKind): Node[] {
    const { html, css } = this.#given
    const source = html.slice(element.start, element.end)
    const { width } = this.#base.body
    const part = inTable(element.name, source)
    const page = `<!doctype html><style>${css}</style><body><div role="article" style="margin:0 auto;max-width:${width}px">${part}</div></body>`
    const rows = readPage(page, { warnings: this.#warnings, width }).rows
    const nodes = asList(rows, kind, part)
    // Such as columns that cannot nest deeper; the markup is kept instead.
    return nodes.length === 0 ? [] : (this.#named(nodes) ?? this.#named(asHtml(kind, part)) ?? [])
  }

  /** Parsed as a document, which assigns ids and the canonical form; undefined if that refuses them. */
  #named(nodes: readonly InputNode[]): Node[] | undefined {
    const type = String(nodes[0]?.['type'])
    const isRow = type === 'section' || type === 'group'
    const columns = type === 'column' ? nodes : [{ type: 'column', width: { fr: 1 }, blocks: nodes }]
    const rows = isRow ? nodes : [{ type: 'section', stack: 'stack', columns }]
    const { schema, theme, body } = this.#base
    const read = readDocument({ schema, theme, body, meta: { title: '' }, rows }, this.#blockTypes)
    if (!('document' in read)) return undefined
    const named = renumber(read.document.rows, () => this.#free())
    const [first] = named
    if (isRow || first?.type !== 'section') return named
    return type === 'column' ? first.columns : (first.columns[0]?.blocks ?? [])
  }

  #free(): string {
    do this.#last++
    while (this.#taken.has(`n${this.#last}`))
    return `n${this.#last}`
  }
}

// Rows are inserted unchanged; elsewhere columns become one block, or html if columns cannot nest deeper.
function asList(rows: readonly InputNode[], kind: ListKind, html: string): InputNode[] {
  if (kind === 'rows') return [...rows]
  const sections = rows.flatMap((row) => (row['rows'] === undefined ? [row] : (row['rows'] as InputNode[])))
  if (kind === 'sections') return sections
  const blocks = sections.flatMap((row): InputNode[] => {
    const columns = (row['columns'] ?? []) as InputNode[]
    if (columns.length === 1) return (columns[0]?.['blocks'] ?? []) as InputNode[]
    return [{ type: 'columns', columns, stack: row['stack'] }]
  })
  if (blocks.length === 0) return []
  if (kind === 'columns') return [{ type: 'column', width: { fr: 1 }, blocks }]
  return kind === 'nested' && blocks.some(({ type }) => type === 'columns') ? [{ type: 'html', html }] : blocks
}

function asHtml(kind: ListKind, html: string): InputNode[] {
  const block = { type: 'html', html }
  const column = { type: 'column', width: { fr: 1 }, blocks: [block] }
  if (kind === 'rows' || kind === 'sections') return [{ type: 'section', stack: 'stack', columns: [column] }]
  return kind === 'columns' ? [column] : [block]
}

const around: Record<string, [string, string]> = {
  tr: ['<table width="100%" cellpadding="0" cellspacing="0">', '</table>'],
  td: ['<table width="100%" cellpadding="0" cellspacing="0"><tr>', '</tr></table>'],
}

function inTable(name: string, source: string): string {
  const [before, after] = around[name] ?? ['', '']
  return before + source + after
}

function renumber<Kind>(value: Kind, next: () => string): Kind {
  if (Array.isArray(value)) return value.map((one: unknown) => renumber(one, next)) as Kind
  if (typeof value !== 'object' || value === null) return value
  const isNode = 'id' in value && 'type' in value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isNode && name === 'id' ? next() : renumber(inner, next)]),
  ) as Kind
}
