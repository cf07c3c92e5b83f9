import type { Condition } from '../../data/index.ts'
import {
  type ExtractedTag,
  holdsTag,
  isLogic,
  maxDepth,
  negate,
  opensRegion,
  placeholderOf,
  splitTags,
} from '../tags/extracted.ts'
import { type Element, type Node, createElement, walkElements } from '../tree/dom.ts'
import { revertUnclosedLoops } from './unclosed-loops.ts'

/** The effect of a template on the nodes between two of its tags. */
export type Region = { choice: Choice; index: number; open: ExtractedTag; close?: ExtractedTag } & (
  | { kind: 'when'; condition: Condition }
  | { kind: 'each'; in: string; as: string; limit?: number }
  /** The condition exists only in the original language; `opened` are the preceding tags of the choice. */
  | { kind: 'native'; opened: readonly ExtractedTag[] }
  /** Only HTML that a full Liquid engine processes can express it; the source is kept verbatim. */
  | { kind: 'raw' }
)

/** The branches between an opening tag and its end, exactly one of which is shown. */
export interface Choice {
  branches: Element[]
  end: ExtractedTag
  /** Range in the parsed text, including its tags. */
  from: number
  to: number
  /** Holds when no branch is shown; undefined if one always is, or if that is unknown. */
  none?: Condition
}

const regions = new WeakMap<Element, Region>()

export function regionOf(element: Element): Region | undefined {
  return regions.get(element)
}

interface Tagged {
  tags: readonly ExtractedTag[]
  indexes: ReadonlyMap<ExtractedTag, number>
}

interface Branch {
  tag: ExtractedTag
  mark: Node
  nodes: Node[]
  end: number
}

interface Open {
  done: Branch[]
  branch: Branch
}

/** Wraps the nodes between an opening template tag and its end into an element, if both have the same parent. */
export function wrapRegions(root: Element, text: string, tags: ExtractedTag[]): void {
  if (!tags.some(opensRegion)) return
  const parents: Element[] = []
  const gather = (element: Element) => {
    if (element.children.some((child) => child.kind === 'text' && holdsTag(child.text))) parents.push(element)
    return true
  }
  gather(root)
  walkElements(root, gather)
  revertUnclosedLoops(parents, tags)
  const tagged = { tags, indexes: new Map(tags.map((tag, index) => [tag, index])) }
  for (const parent of parents) wrap(parent, text, tagged)
}

function wrap(parent: Element, text: string, { tags, indexes }: Tagged): void {
  const out: Node[] = []
  const open: Open[] = []
  const stretch: Stretch = { open, put: (node) => put(node), parent, around: regionsAround(parent), tooDeep: 0 }
  const put = (node: Node) => (open.at(-1)?.branch.nodes ?? out).push(node)
  for (const child of parent.children) {
    if (child.kind === 'element' || !holdsTag(child.text)) {
      put(child)
      continue
    }
    let from = child.start
    const parts = splitTags(child.text, tags)
    for (const [index, part] of parts.entries()) {
      if (typeof part === 'string') {
        // Character references are longer in the source: the text ends where the next tag starts.
        const next = parts[index + 1]
        const end = typeof next === 'object' ? text.indexOf(placeholderOf(indexes.get(next) ?? 0), from) : child.end
        put({ kind: 'text', text: part, parent, start: from, end })
        continue
      }
      const own = placeholderOf(indexes.get(part) ?? 0)
      const start = text.indexOf(own, from)
      from = start + own.length
      steer(part, { kind: 'text', text: own, parent, start, end: from }, stretch)
    }
  }
  // An unclosed tag becomes text again, and so does its container.
  for (const { branch, done } of open) {
    for (const { mark, nodes } of [...done, branch]) for (const node of [mark, ...nodes]) out.push(node)
  }
  parent.children = out
  for (const child of out) child.parent = parent
}

/** State of the wrapping: the open regions, and the number of open ones beyond the depth limit. */
interface Stretch {
  open: Open[]
  parent: Element
  around: number
  tooDeep: number
  put(node: Node): void
}

function regionsAround(parent: Element): number {
  let count = 0
  for (let at: Element | undefined = parent; at !== undefined; at = at.parent) if (regions.has(at)) count++
  return count
}

function steer(tag: ExtractedTag, mark: Node, stretch: Stretch): void {
  const { around, open, parent, put } = stretch
  const top = open.at(-1)
  const isDeep = stretch.tooDeep > 0 || around + open.length >= maxDepth
  if (isDeep && opensRegion(tag)) {
    stretch.tooDeep++
    put({ ...mark })
  } else if (stretch.tooDeep > 0) {
    if (tag.kind === 'end') stretch.tooDeep--
    put({ ...mark })
  } else if (opensRegion(tag)) open.push({ done: [], branch: { tag, mark, nodes: [], end: mark.end } })
  else if (top !== undefined && (tag.kind === 'else' || (tag.kind === 'opaque' && tag.isElse === true))) {
    top.branch.end = mark.start
    top.done.push(top.branch)
    top.branch = { tag, mark, nodes: [], end: mark.end }
  } else if (tag.kind === 'end' && top !== undefined) {
    top.branch.end = mark.start
    open.pop()
    for (const branch of close([...top.done, top.branch], { end: tag, mark, parent })) put(branch)
  } else put({ ...mark })
}

function close(
  parts: readonly Branch[],
  { end, mark, parent }: { end: ExtractedTag; mark: Node; parent: Element },
): Element[] {
  const conditions = conditionsOf(parts.map(({ tag }) => tag))
  const isUnsplit = conditions === undefined && parts.some(({ tag }) => isLogic(tag))
  // A choice that only HTML can express becomes one region with all its branches.
  const branches = isUnsplit ? [{ ...parts[0], nodes: joined(parts), end: mark.start } as Branch] : parts
  const choice: Choice = { branches: [], end, from: parts[0]?.mark.start ?? mark.start, to: mark.end }
  if (conditions?.none !== undefined) choice.none = conditions.none
  choice.branches = branches.map((part, index) => {
    const start = isUnsplit ? part.mark.start : (part.nodes[0]?.start ?? part.end)
    const element = createElement('#region', parent, start)
    element.end = isUnsplit ? mark.end : part.end
    element.children = part.nodes
    for (const node of part.nodes) node.parent = element
    const common = { choice, index, open: part.tag, ...(index === branches.length - 1 ? { close: end } : {}) }
    const opened = branches.slice(0, index + 1).map(({ tag }) => tag)
    regions.set(element, {
      ...common,
      ...meaningOf(part.tag, { condition: conditions?.each[index], isUnsplit, opened }),
    })
    return element
  })
  return choice.branches
}

function joined(parts: readonly Branch[]): Node[] {
  return parts.flatMap(({ mark, nodes }, index) => (index === 0 ? nodes : [mark, ...nodes]))
}

type Meaning =
  | { kind: 'when'; condition: Condition }
  | { kind: 'each'; in: string; as: string; limit?: number }
  | { kind: 'native'; opened: readonly ExtractedTag[] }
  | { kind: 'raw' }

function meaningOf(
  tag: ExtractedTag,
  { condition, isUnsplit, opened }: { condition: Condition | undefined; isUnsplit: boolean; opened: ExtractedTag[] },
): Meaning {
  if (tag.kind === 'each' && opened.length === 1) {
    return { kind: 'each', in: tag.in, as: tag.as, ...(tag.limit === undefined ? {} : { limit: tag.limit }) }
  }
  if (isUnsplit) return { kind: 'raw' }
  return condition === undefined ? { kind: 'native', opened } : { kind: 'when', condition }
}

/** Maximum number of branches with their own condition in a choice. */
const maxBranches = 50

/** Conditions for each branch and for none of them; undefined if one of the tags has no document equivalent. */
function conditionsOf(tags: readonly ExtractedTag[]): { each: Condition[]; none?: Condition } | undefined {
  // Each branch includes the negation of all preceding conditions.
  if (tags.length > maxBranches) return undefined
  const each: Condition[] = []
  const before: Condition[] = []
  for (const tag of tags) {
    const own =
      tag.kind === 'each'
        ? { op: 'exists' as const, path: tag.in }
        : tag.kind === 'if' || tag.kind === 'else'
          ? tag.condition
          : undefined
    if (own === undefined && tag.kind !== 'else') return undefined
    each.push(allOf([...before.map(negate), ...(own === undefined ? [] : [own])]))
    if (own === undefined) return { each }
    before.push(own)
  }
  return { each, none: allOf(before.map(negate)) }
}

/** True if the two conditions provably exclude each other; false if unknown. */
export function areOpposed(one: Condition, other: Condition): boolean {
  const parts = new Set(partsOf(other).map((part) => JSON.stringify(part)))
  return partsOf(one).some((part) => part.op !== 'native' && parts.has(JSON.stringify(negate(part))))
}

function partsOf(condition: Condition): Condition[] {
  return condition.op === 'and' ? condition.of.flatMap(partsOf) : [condition]
}

export function allOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions
  return conditions.length === 1 && only !== undefined ? only : { op: 'and', of: [...conditions] }
}
