import {
  type Condition,
  type Filter,
  type Loop,
  type MergeTag,
  isNativeTag,
  isPath,
  isTagged,
  parseTagged,
} from '../data/index.ts'
import type { EmailDocument, Node, NodeId } from './model.ts'
import { childKey, listsOf } from './walk.ts'

/** Use of a path: the value of a text, a URL or an instant; a condition; the items of a loop. */
export type PathKind = 'value' | 'address' | 'instant' | 'condition' | 'loop'

/** One use of a data path in a document. */
export interface UsedPath {
  /** The path in the data: loop variables resolved, list items as `*`. */
  path: string
  kind: PathKind
  /** Absent for subject and preheader. */
  node_id?: NodeId
  prop: string
  filters?: readonly Filter['name'][]
}

const addressKeys = new Set(['href', 'src', 'darkSrc', 'stillSrc', 'poster', 'image', 'action'])
const apart = new Set(['id', 'type', 'name', 'when', 'each', 'lock', 'fallback'])

/** Every data path that a document uses, in reading order, including those in the Liquid of HTML blocks. */
export function usedPaths(document: EmailDocument): UsedPath[] {
  const search = new Search()
  for (const prop of ['title', 'subject', 'preheader'] as const)
    search.value(document.meta[prop], prop, { prop, loops: [] })
  search.nodes(document.rows, [])
  return search.found
}

interface PathContext {
  node?: Node
  prop: string
  loops: readonly Loop[]
}

class Search {
  readonly found: UsedPath[] = []

  nodes(nodes: readonly Node[], loops: readonly Loop[]): void {
    for (const node of nodes) {
      const inner = node.each === undefined ? loops : [...loops, node.each]
      if (node.each !== undefined) this.#add(node.each.in, 'loop', { node, prop: 'each', loops })
      if (node.when !== undefined) this.#condition(node.when, { node, prop: 'when', loops: inner })
      const children = childKey(node)
      for (const [prop, value] of Object.entries(node)) {
        if (!apart.has(prop) && prop !== children) this.value(value, prop, { node, prop, loops: inner })
      }
      for (const { nodes: list, other } of listsOf(node)) this.nodes(list, other === 'else' ? loops : inner)
    }
  }

  value(value: unknown, key: string, context: PathContext): void {
    if (typeof value === 'string') this.#text(value, key, context)
    else if (Array.isArray(value)) for (const item of value) this.value(item, key, context)
    else if (typeof value === 'object' && value !== null) {
      if (isTag(value)) return this.#tag(value, 'value', context)
      for (const [inner, member] of Object.entries(value)) this.value(member, inner, context)
    }
  }

  #text(text: string, key: string, context: PathContext): void {
    if (key === 'until' && isPath(text)) return this.#add(text, 'instant', context)
    if (!isTagged(text)) return
    const { parts, error } = parseTagged(text)
    if (error !== undefined) {
      for (const { kind, path } of pathsInLiquid(text)) this.#add(path, kind, context)
      return
    }
    const kind = addressKeys.has(key) ? 'address' : 'value'
    for (const part of parts) if (typeof part !== 'string') this.#tag(part, kind, context)
  }

  #tag(tag: MergeTag, kind: PathKind, context: PathContext): void {
    if (!isNativeTag(tag)) this.#add(tag.path, kind, context, tag.filters)
  }

  #condition(condition: Condition, context: PathContext): void {
    if ('of' in condition) for (const one of [condition.of].flat()) this.#condition(one, context)
    else if ('path' in condition) this.#add(condition.path, 'condition', context)
  }

  #add(path: string, kind: PathKind, { node, prop, loops }: PathContext, filters?: readonly Filter[]): void {
    const used: UsedPath = { path: outside(path, loops), kind, prop }
    if (node !== undefined) used.node_id = node.id
    if (filters !== undefined) used.filters = filters.map(({ name }) => name)
    this.found.push(used)
  }
}

function isTag(value: object): value is MergeTag {
  if ('native' in value && typeof value.native === 'string') return true
  return 'path' in value && typeof value.path === 'string' && !('src' in value)
}

// From the innermost loop outwards: the list of a loop may be a member of another loop's item.
function outside(path: string, loops: readonly Loop[]): string {
  let result = path
  for (const loop of loops.toReversed()) {
    const head = result.split('.', 1)[0] ?? ''
    if (head === loop.as) result = `${loop.in}.*${result.slice(head.length)}`
  }
  return result.replace(/\.(?:\d+|first|last)(?=\.|$)/g, '.*')
}

const name = '[\\p{L}_][\\p{L}\\p{N}_-]*(?:\\.[\\p{L}\\p{N}_-]+|\\[\\d{1,6}\\])*'
const output = new RegExp(`\\{\\{-?\\s{0,50}(${name})`, 'gu')
const question = new RegExp(`\\{%-?\\s{0,50}(?:if|elsif|unless|case)\\s{1,50}(${name})`, 'gu')
const loop = new RegExp(`\\{%-?\\s{0,50}for\\s{1,50}([\\p{L}_][\\p{L}\\p{N}_-]*)\\s{1,50}in\\s{1,50}(${name})`, 'gu')
const variable = /\{%-?\s{0,50}(?:assign|capture)\s{1,50}([\p{L}_][\p{L}\p{N}_-]*)/gu
const words = new Set(['true', 'false', 'nil', 'null', 'blank', 'empty', 'not'])

/** Paths in Liquid beyond the data language, detected without execution: the first path of each tag. */
function pathsInLiquid(source: string): { path: string; kind: 'value' | 'condition' | 'loop' }[] {
  const loops = new Map([...source.matchAll(loop)].map(([, as = '', list = '']) => [as, plain(list)]))
  const own = new Set([...source.matchAll(variable)].map(([, as = '']) => as))
  const found: { at: number; path: string; kind: 'value' | 'condition' | 'loop' }[] = []
  const add = (at: number, path: string, kind: 'value' | 'condition' | 'loop') => {
    const resolved = resolve(plain(path), loops)
    const head = resolved.split('.', 1)[0] ?? ''
    if (!own.has(head) && !words.has(head) && head !== 'forloop') found.push({ at, path: resolved, kind })
  }
  for (const match of source.matchAll(output)) add(match.index, match[1] ?? '', 'value')
  for (const match of source.matchAll(question)) add(match.index, match[1] ?? '', 'condition')
  for (const match of source.matchAll(loop)) add(match.index, match[2] ?? '', 'loop')
  return found.sort((a, b) => a.at - b.at).map(({ path, kind }) => ({ path, kind }))
}

function plain(path: string): string {
  return path.replace(/\[(\d+)\]/g, '.$1')
}

// Resolves at most as many times as there are loops; a name that refers to itself stays.
function resolve(path: string, loops: ReadonlyMap<string, string>): string {
  let result = path
  for (let depth = 0; depth < 3; depth++) {
    const head = result.split('.', 1)[0] ?? ''
    const list = loops.get(head)
    if (list === undefined || list.split('.', 1)[0] === head) break
    result = `${list}.*${result.slice(head.length)}`
  }
  return result
}
