/** Random edits of every kind, and what of a document they concern. */
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { type EmailDocument, type Node, type Operation, applyOperations } from '../../../src/email/document/index.ts'
import { type Outline, outlineOf } from '../../../src/editor/state/index.ts'
import type { Random } from '../../support/random.ts'

export interface EditOptions {
  /** Begins every id and every word of the edit. */
  prefix: string
  /** Only what others leave alone. */
  isApart: boolean
}

/** Every word that an edit brought in, each another one. */
export function wordsIn(value: unknown): Set<string> {
  return new Set(JSON.stringify(value).match(/\b[mo]\d+n\d+[a-z\d]*z\b/g) ?? [])
}

/** One to three operations that fit a document, each made on the one before. */
export function randomEdit(random: Random, start: EmailDocument, { prefix, isApart }: EditOptions): Operation[] {
  let document = start
  const operations: Operation[] = []
  for (let at = 0; at <= random.integer(3); at++) {
    const operation = randomOperation(random, document, { prefix: `${prefix}${'abc'[at]}`, isApart })
    const applied = operation && applyOperations(document, [operation], blockTypes)
    if (operation === undefined || applied === undefined || 'issues' in applied) continue
    document = applied.document
    operations.push(operation)
  }
  return operations
}

const text = (words: string) => ({ type: 'text', text: `<p>${words}</p>` })

function randomOperation(random: Random, document: EmailDocument, options: EditOptions): Operation | undefined {
  const { prefix, isApart } = options
  const { entries } = outlineOf(document)
  const all = [...entries.values()]
  const words = `${prefix}z`
  const ids = (fits: (node: Node) => boolean) => all.filter(({ node }) => fits(node)).map(({ node }) => node.id)
  const columns = ids(({ type }) => type === 'column')
  const sections = isApart ? ids(({ id }) => id === 'pair' || id === 'end') : ids(({ type }) => type === 'section')
  const blocks = ids((node) => ('text' in node || node.type === 'divider') && node.type !== 'button')
  const texts = ids(({ type }) => type === 'text' || type === 'heading')
  const one = (from: readonly string[]) => (from.length === 0 ? undefined : random.pick(from))
  const [column, section, block, written] = [one(columns), one(sections), one(blocks), one(texts)]
  const target = (parent: string) => random.integer(childrenOf(entries, parent) + 1)
  switch (random.integer(12)) {
    case 0:
      if (column === undefined) return undefined
      return {
        op: 'insert',
        parent: column,
        index: target(column),
        nodes: [
          { id: `${prefix}t`, ...text(words) },
          ...(random.integer(2) === 0 ? [] : [{ id: `${prefix}d`, type: 'divider' }]),
        ] as never,
      }
    case 1: {
      const nodes = [
        {
          id: prefix,
          type: 'section',
          columns: [{ id: `${prefix}c`, blocks: [{ id: `${prefix}x`, ...text(words) }] }],
        } as never,
      ]
      return { op: 'insert', parent: 'root', index: random.integer(document.rows.length + 1), nodes }
    }
    case 2:
      return block === undefined
        ? undefined
        : { op: 'remove', id: block, ...(isApart || random.integer(4) > 0 ? {} : { count: 2 }) }
    case 3:
      return section === undefined || random.integer(3) > 0 ? undefined : { op: 'remove', id: section }
    case 4:
      return block === undefined || column === undefined
        ? undefined
        : { op: 'move', id: block, parent: column, index: 0 }
    case 5:
      return section === undefined
        ? undefined
        : { op: 'move', id: section, parent: 'root', index: random.integer(document.rows.length) }
    case 6:
      return { op: 'settings', props: { meta: { subject: random.pick(['One', 'Two', words]) } } }
    case 7: {
      const color = random.pick(['#112233', '#445566', '#778899'])
      return { op: 'settings', props: { theme: { colors: { [random.pick(['brand', 'paper'])]: { light: color } } } } }
    }
    case 8:
      return block === undefined
        ? undefined
        : { op: 'set', id: block, props: { style: { padding: [random.integer(9), 0, 0, 0] } } }
    default: {
      if (written === undefined) return undefined
      const isHeading = entries.get(written)?.node.type === 'heading'
      const fresh = random.pick(['One', 'Two', words, words])
      return { op: 'set', id: written, props: { text: isHeading ? fresh : `<p>${fresh} <strong>more</strong></p>` } }
    }
  }
}

function childrenOf(entries: Outline['entries'], parent: string): number {
  return [...entries.values()].filter((entry) => entry.parent === parent).length
}

/** What operations concern: nodes that must be there, those that they take away, and what they set. */
export interface Reach {
  needs: ReadonlySet<string>
  removes: ReadonlySet<string>
  sets: ReadonlySet<string>
}

/** What operations concern, where nodes stand as in one of these documents, or where the operations put them. */
export function reachOf(operations: readonly Operation[], documents: readonly EmailDocument[]): Reach {
  const [needs, removes, sets] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const outlines = documents.map((document) => outlineOf(document).entries)
  const above = (id: string): string[] =>
    outlines.flatMap((entries) => {
      const path: string[] = []
      for (let at: string | undefined = id; at !== undefined && !path.includes(at); at = entries.get(at)?.parent)
        path.push(at)
      return path
    })
  const below = (id: string) =>
    outlines.flatMap((entries) => [...entries.keys()].filter((each) => above(each).includes(id)))
  for (const operation of operations) {
    if (operation.op === 'settings')
      for (const [name, value] of Object.entries(operation.props))
        for (const member of Object.keys(Object(value))) sets.add(`${name}.${member}`)
    else if (operation.op === 'insert') for (const id of above(operation.parent)) needs.add(id)
    else {
      for (const id of above(operation.id)) needs.add(id)
      if (operation.op === 'set') for (const name of Object.keys(operation.props)) sets.add(`${operation.id}.${name}`)
      if (operation.op === 'move') {
        sets.add(`${operation.id} place`)
        for (const id of above(operation.parent)) needs.add(id)
      }
      if (operation.op === 'remove') {
        const siblings = outlines.flatMap((entries) => {
          const entry = entries.get(operation.id)
          return entry === undefined ? [] : entry.siblings.slice(entry.index, entry.index + (operation.count ?? 1))
        })
        for (const { id } of siblings) for (const each of [id, ...below(id)]) removes.add(each)
      }
    }
  }
  return { needs, removes, sets }
}

/** What operations concern that were made one after the other, what they took away and put back included. */
export function reachInTurn(operations: readonly Operation[], start: EmailDocument, end: EmailDocument): Reach {
  const [needs, removes, sets] = [new Set<string>(), new Set<string>(), new Set<string>()]
  let document = start
  for (const operation of operations) {
    const reach = reachOf([operation], [document, end])
    for (const id of reach.needs) needs.add(id)
    for (const id of reach.removes) removes.add(id)
    for (const name of reach.sets) sets.add(name)
    const applied = applyOperations(document, [operation], blockTypes)
    if ('document' in applied) document = applied.document
  }
  return { needs, removes, sets }
}

/** Whether two people can have meant different things about something. */
export function contradicts(one: Reach, other: Reach): boolean {
  const meet = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].some((each) => b.has(each))
  return meet(one.removes, other.needs) || meet(one.needs, other.removes) || meet(one.sets, other.sets)
}
