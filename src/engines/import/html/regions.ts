import type { Condition } from '../../data/index.ts'
import { negate } from '../tags/dialects.ts'
import { type LiftedTag, holdsTag, placeholderOf, splitTags } from '../tags/lifted.ts'
import { type Element, type Node, createElement, walkElements } from '../tree/dom.ts'

/** What a template does with the nodes between two of its tags. */
export type Region =
  | { kind: 'when'; condition: Condition }
  | { kind: 'each'; in: string; as: string; limit?: number }
  /** Nobody here can say it; it stays as it came. */
  | { kind: 'raw' }

const regions = new WeakMap<Element, Region>()

/** The region that an element stands for. */
export function regionOf(element: Element): Region | undefined {
  return regions.get(element)
}

interface Tagged {
  tags: readonly LiftedTag[]
  indexes: ReadonlyMap<LiftedTag, number>
}

interface Open {
  tag: LiftedTag
  mark: Node
  nodes: Node[]
  /** Conditions of the branches before this one, which do not hold. */
  before: Condition[]
  condition: Condition | undefined
  branches: Element[]
  hasElse: boolean
}

/** Puts what stands between an opening tag of the template and its end, under the same parent, into an element of its own. */
export function wrapRegions(root: Element, text: string, tags: readonly LiftedTag[]): void {
  if (!tags.some((tag) => tag.kind === 'if' || tag.kind === 'each' || (tag.kind === 'opaque' && tag.opens === true)))
    return
  const tagged = { tags, indexes: new Map(tags.map((tag, index) => [tag, index])) }
  const parents: Element[] = [root]
  walkElements(root, (element) => {
    parents.push(element)
    return true
  })
  for (const parent of parents)
    if (parent.children.some((child) => child.kind === 'text' && holdsTag(child.text))) wrap(parent, text, tagged)
}

function wrap(parent: Element, text: string, { tags, indexes }: Tagged): void {
  const out: Node[] = []
  const open: Open[] = []
  const put = (node: Node) => (open.at(-1)?.nodes ?? out).push(node)
  for (const child of parent.children) {
    if (child.kind === 'element' || !holdsTag(child.text)) {
      put(child)
      continue
    }
    let from = child.start
    const parts = splitTags(child.text, tags)
    for (const [index, part] of parts.entries()) {
      if (typeof part === 'string') {
        // Character references are longer in the source: the text ends where the next tag begins.
        const next = parts[index + 1]
        const end = typeof next === 'object' ? text.indexOf(placeholderOf(indexes.get(next) ?? 0), from) : child.end
        put({ kind: 'text', text: part, parent, start: from, end })
        continue
      }
      const own = placeholderOf(indexes.get(part) ?? 0)
      const start = text.indexOf(own, from)
      from = start + own.length
      steer(part, { kind: 'text', text: own, parent, start, end: from }, { open, put, parent })
    }
  }
  // What nobody closed is text again, and keeps what holds it from becoming more than that.
  for (let last = open.pop(); last !== undefined; last = open.pop()) {
    put(last.mark)
    for (const node of [...last.branches, ...last.nodes]) put(node)
  }
  parent.children = out
  for (const child of out) child.parent = parent
}

function steer(
  tag: LiftedTag,
  mark: Node,
  { open, put, parent }: { open: Open[]; put: (node: Node) => void; parent: Element },
): void {
  const top = open.at(-1)
  if (tag.kind === 'if' || tag.kind === 'each' || (tag.kind === 'opaque' && tag.opens === true)) {
    const condition =
      tag.kind === 'if' ? tag.condition : tag.kind === 'each' ? { op: 'exists' as const, path: tag.in } : undefined
    open.push({ tag, mark, nodes: [], before: [], condition, branches: [], hasElse: false })
  } else if (tag.kind === 'else' && top?.condition !== undefined && !top.hasElse) {
    closeBranch(top, parent, mark.start)
    top.before.push(top.condition)
    top.condition = tag.condition
    top.hasElse = tag.condition === undefined
  } else if (tag.kind === 'end' && top !== undefined) {
    closeBranch(top, parent, mark.start)
    open.pop()
    if (top.tag.kind === 'opaque') for (const branch of top.branches) branch.end = mark.end
    for (const branch of top.branches) put(branch)
  } else put({ ...mark })
}

function closeBranch(top: Open, parent: Element, end: number): void {
  const branch = createElement(
    '#region',
    parent,
    top.branches.length === 0 && top.tag.kind === 'opaque' ? top.mark.start : (top.nodes[0]?.start ?? end),
  )
  branch.end = end
  branch.children = top.nodes
  for (const node of top.nodes) node.parent = branch
  regions.set(branch, regionFor(top))
  top.nodes = []
  top.branches.push(branch)
}

function regionFor({ tag, before, condition, branches }: Open): Region {
  if (tag.kind === 'each' && branches.length === 0) {
    return { kind: 'each', in: tag.in, as: tag.as, ...(tag.limit === undefined ? {} : { limit: tag.limit }) }
  }
  if (tag.kind === 'opaque') return { kind: 'raw' }
  const all = [...before.map(negate), ...(condition === undefined ? [] : [condition])]
  return { kind: 'when', condition: all.length === 1 ? (all[0] as Condition) : { op: 'and', of: all } }
}
