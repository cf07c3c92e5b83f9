import type { Block, Node } from '../../email/document/index.ts'

/** `rich`: paragraphs and lists; `lines`: lines only, as in a heading; `line`: one line with merge tags. */
export type TextKind = 'rich' | 'lines' | 'line'

export interface TextTarget {
  /** The property in the block: `text`, `items.2.title`. */
  prop: string
  kind: TextKind
  /** The element in the cell of the block; undefined if it is not rendered. */
  find(cell: Element): Element | undefined
  /** Number of leading children that are not part of the text, such as a list marker. */
  kept?: number
}

type PlacesOf = (block: Block) => TextTarget[]

const all = (cell: Element, selector: string) => [...cell.querySelectorAll(selector)]

const places: Readonly<Record<string, PlacesOf>> = {
  text: () => [{ prop: 'text', kind: 'rich', find: (cell) => cell }],
  heading: () => [{ prop: 'text', kind: 'lines', find: (cell) => all(cell, 'h1, h2, h3, h4')[0] }],
  button: () => [{ prop: 'label', kind: 'line', find: (cell) => all(cell, 'a, span')[0] }],
  menu({ items, separator, layout }) {
    const step = typeof separator === 'string' && separator !== '' && layout !== 'stack' ? 2 : 1
    return listOf(items).map((_, index) => ({
      prop: `items.${index}.label`,
      kind: 'line',
      find: (cell) => all(cell, 'a, span')[index * step],
    }))
  },
  product: (block) => {
    const said = ['title', 'description', 'price', 'buttonLabel'].filter((prop) => Boolean(block[prop]))
    return said.flatMap((prop, index): TextTarget[] => {
      // The former price is in the same line.
      if (prop === 'price' && Boolean(block['compareAtPrice'])) return []
      return [{ prop, kind: 'line', find: (cell) => productLine(cell, index, said.length) }]
    })
  },
  list({ items, marker }) {
    const isRendered = typeof marker === 'string' && marker !== '' && !markers.has(marker)
    return listOf(items).map((_, index) => ({
      prop: `items.${index}.text`,
      kind: 'lines',
      find: (cell) => all(cell, 'li')[index],
      kept: isRendered ? 1 : 0,
    }))
  },
  table({ head, rows, caption }) {
    const cellsOf = (prop: string, row: unknown, at: number): TextTarget[] =>
      listOf(row).map((_, column) => ({
        prop: `${prop}.${column}`,
        kind: 'lines',
        find: (cell) => all(all(cell, 'tr')[at] ?? cell, 'th, td')[column],
      }))
    const top = listOf(head)
    const first = top.length === 0 ? 0 : 1
    const title: TextTarget = { prop: 'caption', kind: 'line', find: (cell) => all(cell, 'caption')[0] }
    return [
      ...(caption ? [title] : []),
      ...cellsOf('head', top, 0),
      ...listOf(rows).flatMap((row, index) => cellsOf(`rows.${index}`, row, first + index)),
    ]
  },
  accordion: ({ items }) =>
    listOf(items).flatMap((_, index): TextTarget[] => [
      { prop: `items.${index}.title`, kind: 'line', find: (cell) => all(cell, 'h4')[index] },
      {
        prop: `items.${index}.text`,
        kind: 'rich',
        find: (cell) => all(cell, 'h4')[index]?.nextElementSibling ?? undefined,
      },
    ]),
}

const markers = new Set([
  'disc',
  'circle',
  'square',
  'decimal',
  'lower-alpha',
  'upper-alpha',
  'lower-roman',
  'upper-roman',
])

/** Texts of a node that can be edited on the canvas, in reading order, except those repeated by loops. */
export function positionsOf(node: Node): TextTarget[] {
  if (node.each !== undefined && node.type !== 'text' && node.type !== 'heading' && node.type !== 'button') return []
  return places[node.type]?.(node as Block) ?? []
}

export function valueAt(node: unknown, prop: string): unknown {
  return prop.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], node)
}

/** Props of a `set` operation that writes a value at a path. */
export function propsWith(node: Node, prop: string, value: unknown): Record<string, unknown> {
  const [top = '', ...rest] = prop.split('.')
  return { [top]: withValue((node as Block)[top], rest, value) }
}

function withValue(at: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(at)) return at.with(Number(key), withValue(at[Number(key)], rest, value))
  const { [key]: old, ...others } = at as Record<string, unknown>
  return { ...others, [key]: withValue(old, rest, value) }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

// Empty lines are not rendered, which makes the others ambiguous.
function productLine(cell: Element, index: number, count: number): Element | undefined {
  const lines = all(cell, 'td').filter((line) => line.querySelector('img, td') === null)
  if (lines.length !== count) return undefined
  return all(lines[index] ?? cell, 'a, span')[0] ?? lines[index]?.firstElementChild ?? undefined
}
