import type { BlockSchemas } from '../block-schema.ts'
import { type Aspect, aspectsOf } from '../comparison/aspects.ts'
import { compareDocuments } from '../comparison/compare.ts'
import { type Tree, indexTree, pathAt } from '../comparison/tree.ts'
import type { EmailDocument, Lock, NodeId, Operation } from '../model.ts'
import { assetBreaches, copyBreaches, type LockHolder, orderBreaches } from './lock-rules.ts'
import { type LockBreach, type Locks, breach, holderOf } from './breach.ts'
import { translatedChanges } from './translated.ts'

export interface LockOptions {
  /** The author may remove locks; only locks that the new document still has are enforced. */
  mayUnlock?: boolean
  /** The operations of the change, if known: they determine which of two swapped neighbors moved. */
  operations?: readonly Operation[]
}

/**
 * Violations of a document's locks by a change, for every author. `move`, `remove` and `duplicate` protect the locked node;
 * `remove` also against the removal of its ancestors. `style` and `content` include all descendants: `content: true` freezes
 * texts, links, settings, conditions and child nodes, `content: 'text'` only texts. Every author may add and tighten locks.
 */
export function lockBreaches(
  from: EmailDocument,
  to: EmailDocument,
  blocks: BlockSchemas,
  options: LockOptions = {},
): LockBreach[] {
  const [before, after] = [indexTree(from), indexTree(to)]
  const locks = locksOf(before, options.mayUnlock === true ? after : undefined)
  if (locks.size === 0) return []
  const held: LockHolder = { from, to, before, after, locks, comparison: compareDocuments(from, to), blocks }
  return [
    ...loosened(held),
    ...removals(held),
    ...moves(held),
    ...orderBreaches(held, options.operations),
    ...intrusions(held),
    ...copyBreaches(held),
    ...changes(held),
    ...translations(held),
    ...assetBreaches(held),
  ]
}

function locksOf(before: Tree, after: Tree | undefined): Locks {
  const locks = new Map<NodeId, Lock>()
  for (const [id, { node }] of before) {
    const next = after?.get(id)?.node
    const lock = node.lock === undefined || next === undefined ? node.lock : weaker(node.lock, next.lock ?? {})
    if (lock !== undefined && Object.values(lock).some((part) => part !== false)) locks.set(id, lock)
  }
  return locks
}

const flags = ['move', 'remove', 'duplicate', 'style'] as const

// The intersection of two locks.
function weaker(one: Lock, other: Lock): Lock {
  const lock: Lock = {}
  for (const flag of flags) if (one[flag] === true && other[flag] === true) lock[flag] = true
  if (one.content === true && other.content === true) lock.content = true
  else if (one.content !== undefined && other.content !== undefined) lock.content = 'text'
  return lock
}

function loosened({ after, before, locks }: LockHolder): LockBreach[] {
  return [...locks].flatMap(([id, lock]) => {
    const context = after.get(id)
    if (context === undefined || context.node.type !== before.get(id)?.node.type) return []
    const now = context.node.lock ?? {}
    const lost = flags.some((flag) => lock[flag] === true && now[flag] !== true)
    const isUnlocked = lock.content !== undefined && now.content !== lock.content && now.content !== true
    if (!lost && !isUnlocked) return []
    return [
      breach(id, { holder: id, lock: 'lock', path: `${pathAt(context)}/lock`, message: 'its lock cannot be loosened' }),
    ]
  })
}

function removals({ before, comparison, locks }: LockHolder): LockBreach[] {
  return comparison.removed.flatMap(({ id, path, within }) => {
    if (locks.get(id)?.remove === true) {
      return [breach(id, { holder: id, lock: 'remove', path, message: 'it cannot be removed' })]
    }
    const holder = within === undefined ? lockedContentAround(before.get(id)?.parent, locks) : undefined
    return holder === undefined
      ? []
      : [breach(id, { holder, lock: 'content', path, message: 'its content cannot be removed' })]
  })
}

function moves({ after, before, comparison, locks }: LockHolder): LockBreach[] {
  return comparison.moved.flatMap(({ after: now, before: then, id }) => {
    const { path } = now
    if (locks.get(id)?.move === true && (then.parent !== now.parent || listIn(then.path) !== listIn(path))) {
      return [breach(id, { holder: id, lock: 'move', path, message: 'it cannot be moved' })]
    }
    const holder =
      lockedContentAround(before.get(id)?.parent, locks) ?? lockedContentAround(after.get(id)?.parent, locks)
    return holder === undefined
      ? []
      : [breach(id, { holder, lock: 'content', path, message: 'nothing can be moved into it' })]
  })
}

// Path of the alternative list; undefined for children.
function listIn(path: string): string | undefined {
  return /\/(else|fallback)\/\d+$/.exec(path)?.[1]
}

// Insertions into a frozen node.
function intrusions({ after, comparison, locks }: LockHolder): LockBreach[] {
  return comparison.added.flatMap(({ id, path, within }) => {
    const holder = within === undefined ? lockedContentAround(after.get(id)?.parent, locks) : undefined
    return holder === undefined
      ? []
      : [breach(id, { holder, lock: 'content', path, message: 'nothing can be added to it' })]
  })
}

function lockedContentAround(context: Parameters<typeof holderOf>[0], locks: Locks): NodeId | undefined {
  return holderOf(context, locks, ({ content }) => content === true)
}

type LockScope = 'style' | 'content' | 'text'

// Lock member by aspect; a node's name and lock are not protected.
const parts: Readonly<Record<Aspect, LockScope | undefined>> = {
  text: 'text',
  html: 'text',
  link: 'content',
  image: 'content',
  date: 'content',
  items: 'content',
  setting: 'content',
  visibility: 'content',
  condition: 'content',
  loop: 'content',
  module: 'content',
  look: 'style',
  lock: undefined,
  name: undefined,
}

const messages: Readonly<Record<LockScope, string>> = {
  style: 'its style cannot be changed',
  content: 'its content cannot be changed',
  text: 'its text cannot be changed',
}

const covers: Readonly<Record<LockScope, (lock: Lock) => boolean>> = {
  style: ({ style }) => style === true,
  content: ({ content }) => content === true,
  text: ({ content }) => content !== undefined,
}

function changes({ after, blocks, comparison, locks }: LockHolder): LockBreach[] {
  return comparison.changed.flatMap(({ id, path, properties, type }) => {
    const touched = new Map<LockScope, string>()
    for (const change of properties) {
      for (const aspect of aspectsOf(type, change, blocks)) {
        const part = parts[aspect]
        if (part !== undefined && !touched.has(part)) touched.set(part, `${path}${change.path}`)
      }
    }
    return [...touched].flatMap(([part, at]) => coveredBreach(id, { part, at, after, locks }))
  })
}

// A translation has the same protection as the property it replaces.
function translations({ after, before, blocks, from, locks, to }: LockHolder): LockBreach[] {
  return translatedChanges(from, to).flatMap(({ at, change, id }) => {
    const type = after.get(id)?.node.type
    if (type === undefined || !before.has(id)) return []
    const touched = new Set([...aspectsOf(type, change, blocks)].map((aspect) => parts[aspect]))
    return [...touched].flatMap((part) => (part === undefined ? [] : coveredBreach(id, { part, at, after, locks })))
  })
}

function coveredBreach(
  id: NodeId,
  { after, at, locks, part }: { part: LockScope; at: string; after: Tree; locks: Locks },
): LockBreach[] {
  const holder = holderOf(after.get(id), locks, covers[part])
  if (holder === undefined) return []
  return [breach(id, { holder, lock: part === 'style' ? 'style' : 'content', path: at, message: messages[part] })]
}
