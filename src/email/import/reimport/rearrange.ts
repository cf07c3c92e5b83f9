import { type EmailDocument, type Node, type NodeList, listsOf, withList } from '../../document/index.ts'
import type { Element } from '../tree/dom.ts'
import type { NewMarkup, ListKind } from './new-markup.ts'
import type { Entry, Match } from './match.ts'
import type { ComparedPage } from './compared-page.ts'

/** A document in the order of a page, with its new nodes. */
export interface Rearranged {
  document: EmailDocument
  /** Nodes created from markup, at every depth. */
  fresh: Set<string>
  /** Source elements of the new nodes. */
  elements: Set<Element>
  /** Nodes in nested columns, which may contain no other columns. */
  nested: ReadonlySet<string>
}

interface RearrangeParts {
  match: Match
  rendered: ComparedPage
  given: ComparedPage
  markup: NewMarkup
}

/** Moves and removes nodes to match the submitted page, and inserts converted new markup. */
export function rearrange(document: EmailDocument, parts: RearrangeParts): Rearranged {
  const lists = new Lists(document)
  lists.order(parts.match.sequences)
  lists.findMoved(parts)
  for (const { node, isBefore, fresh } of parts.match.unplaced) lists.addStray(node, isBefore, fresh)
  const found: Rearranged = { document, fresh: new Set(), elements: new Set(), nested: lists.nested() }
  const shown = new Set(parts.rendered.marks.values())
  const rows = lists.build('', document.rows, { ...parts, found, shown }) as EmailDocument['rows']
  return { ...found, document: rows === document.rows ? document : { ...document, rows } }
}

interface Building extends RearrangeParts {
  found: Rearranged
  /** Nodes in the rendered page; all others keep their position. */
  shown: ReadonlySet<string>
}

class Lists {
  readonly #nodes = new Map<string, Node>()
  /** The list of each node, and the nodes of each list. */
  readonly #homes = new Map<string, string>()
  readonly #parents = new Map<string, Node>()
  readonly #order = new Map<string, Entry[]>()

  constructor(document: EmailDocument) {
    this.#index('', document.rows)
  }

  #index(key: string, nodes: readonly Node[]): void {
    for (const node of nodes) {
      this.#nodes.set(node.id, node)
      this.#homes.set(node.id, key)
      for (const list of listsOf(node)) {
        this.#parents.set(keyOf(node, list), node)
        this.#index(keyOf(node, list), list.nodes)
      }
    }
  }

  /** Nodes in columns inside a block. */
  nested(): Set<string> {
    return new Set([...this.#homes].flatMap(([id, key]) => (this.#kindOf(key) === 'nested' ? [id] : [])))
  }

  /** Applies the order of the page; one sequence may contain the nodes of a list and those of a loop's alternative. */
  order(sequences: readonly Entry[][]): void {
    for (const sequence of sequences) {
      let key = sequence.flatMap((entry) => ('id' in entry ? [this.#homes.get(entry.id) ?? ''] : []))[0]
      if (key === undefined) continue
      const touched = new Set<string>()
      for (const entry of sequence) {
        if ('id' in entry) key = this.#homes.get(entry.id) ?? key
        this.#order.set(key, [...(this.#order.get(key) ?? []), entry])
        touched.add(key)
      }
      // Columns that stack in reverse are in reverse order in the source.
      for (const one of touched) {
        const parent = this.#parents.get(one)
        if (parent !== undefined && 'stack' in parent && parent.stack === 'reverse') this.#order.get(one)?.reverse()
      }
    }
  }

  /** Detects moves: a node that is new in one list and gone from another, with equal content or the same mark. */
  findMoved({ rendered, given }: RearrangeParts): void {
    const placed = new Set([...this.#order.values()].flat().flatMap((entry) => ('id' in entry ? [entry.id] : [])))
    const gone = new Map<string, string>()
    const numbers = new Map<number | undefined, string>()
    for (const [element, id] of rendered.marks) {
      const key = this.#homes.get(id)
      if (key === undefined || placed.has(id) || !this.#order.has(key)) continue
      gone.set(id, this.#kindOf(key))
      if (!numbers.has(rendered.numbers.get(element))) numbers.set(rendered.numbers.get(element), id)
    }
    for (const [key, entries] of this.#order) {
      const kind = this.#kindOf(key)
      for (const [index, entry] of entries.entries()) {
        if ('id' in entry) continue
        const id = given.marks.get(entry.fresh) ?? numbers.get(given.numbers.get(entry.fresh))
        if (id === undefined || gone.get(id) !== kind) continue
        entries[index] = { id }
        gone.delete(id)
      }
    }
  }

  /** Inserts markup outside all lists beside the row that contains it. */
  addStray(node: string, isBefore: boolean, fresh: Element): void {
    let row = node
    while (row !== '' && this.#homes.get(row) !== '') row = this.#holder(row)
    const entries = this.#order.get('') ?? this.#idsOf('')
    const at = entries.findIndex((entry) => 'id' in entry && entry.id === row)
    entries.splice(at < 0 ? (isBefore ? 0 : entries.length) : isBefore ? at : at + 1, 0, { fresh })
    this.#order.set('', entries)
  }

  #kindOf(key: string): ListKind {
    const parent = this.#parents.get(key)
    if (parent === undefined) return 'rows'
    if (key.endsWith(' ') && parent.type === 'group') return 'sections'
    if (key.endsWith(' ') && holdsColumns(parent)) return 'columns'
    for (let at = parent.id; at !== ''; at = this.#holder(at)) {
      if (this.#nodes.get(at)?.type === 'columns') return 'nested'
    }
    return 'blocks'
  }

  #holder(id: string): string {
    return this.#parents.get(this.#homes.get(id) ?? '')?.id ?? ''
  }

  #idsOf(key: string): Entry[] {
    return [...this.#homes].flatMap(([id, home]) => (home === key ? [{ id }] : []))
  }

  /** The nodes of a list in their new order; the same array if unchanged. */
  build(key: string, nodes: readonly Node[], building: Building): readonly Node[] {
    const entries = this.#order.get(key)
    const out: Node[] = []
    const add = (node: Node) => out.push(this.#rebuilt(node, building))
    if (entries === undefined) nodes.forEach(add)
    else {
      const isHidden = (node: Node) => !building.shown.has(node.id)
      const addHiddenAfter = (index: number) => {
        for (let at = index; at < nodes.length && isHidden(nodes[at] as Node); at++) add(nodes[at] as Node)
      }
      addHiddenAfter(0)
      for (const entry of entries) {
        if ('fresh' in entry) {
          out.push(...this.#made(entry.fresh, key, building))
          continue
        }
        const node = this.#nodes.get(entry.id)
        if (node !== undefined) add(node)
        addHiddenAfter(nodes.findIndex(({ id }) => id === entry.id) + 1 || nodes.length)
      }
      // Hidden nodes after a removed one stay.
      for (const node of nodes) if (isHidden(node) && !out.some(({ id }) => id === node.id)) add(node)
    }
    return out.length === nodes.length && out.every((node, index) => node === nodes[index]) ? nodes : out
  }

  #made(element: Element, key: string, { found, markup }: Building): Node[] {
    const made = markup.nodes(element, this.#kindOf(key))
    found.elements.add(element)
    const note = (node: Node): void => {
      found.fresh.add(node.id)
      for (const list of listsOf(node)) list.nodes.forEach(note)
    }
    made.forEach(note)
    return made
  }

  #rebuilt(node: Node, building: Building): Node {
    let result = node
    for (const list of listsOf(node)) {
      const built = this.build(keyOf(node, list), list.nodes, building)
      if (built !== list.nodes) result = withList(result, list.other, built)
    }
    return result
  }
}

function holdsColumns({ type }: Node): boolean {
  return type === 'section' || type === 'columns'
}

function keyOf(node: Node, { other }: NodeList): string {
  return `${node.id} ${other ?? ''}`
}
