import type { Issue } from '../../../kernel/errors/index.ts'
import type { BlockSchemas } from '../block-schema.ts'
import { type TreeEntry, indexTree } from '../comparison/tree.ts'
import type { EmailDocument, Node, NodeId, Operation, DocumentAsset } from '../model.ts'
import { readDocument } from '../reading/read-document.ts'
import { operationsBetween } from '../transition/between.ts'
import { childKey, childLists, childrenOf, withLists } from '../walk.ts'
import { Draft } from './draft.ts'
import { type Restoring, putBack } from './put-back.ts'
import { textsIn } from '../comparison/texts.ts'

export type Restored =
  /** For the current document; `missing` lists ids that the version lacks, or that have no valid position now. */
  { operations: Operation[]; missing: NodeId[] } | { issues: Issue[] }

/**
 * Returns operations that restore the given nodes with all their descendants as in a version. An existing node stays at its
 * position and gets its content back: descendants that are elsewhere now return, those from elsewhere go to their position
 * in the version, new ones are removed. A removed node returns to its old position, with its ancestors if necessary. Assets
 * and translations are restored as well. Returns issues if the result would be invalid, such as too large.
 */
export function restoreNodes(
  { current, version }: { current: EmailDocument; version: EmailDocument },
  ids: readonly NodeId[],
  blocks: BlockSchemas,
): Restored {
  const restoring: Restoring = { draft: new Draft(current), version, old: indexTree(version), closed: new Set() }
  const chosen = new Set(ids)
  const restored = new Map<NodeId, Node>()
  for (const [id, entry] of restoring.old) {
    if (!chosen.has(id) || restored.has(id)) continue
    for (const node of allNodes(entry.node)) restored.set(node.id, node)
    restore(entry, restoring)
  }
  const missing = [...chosen].filter((id) => !restored.has(id) || !restoring.draft.has(id))
  if (restored.size === 0) return { operations: [], missing }
  const read = readDocument(withBelongings(restoring.draft.finish(), version, restored), blocks)
  return 'issues' in read ? read : { operations: operationsBetween(current, read.document), missing }
}

function restore(entry: TreeEntry, restoring: Restoring): void {
  const { draft } = restoring
  const { id } = entry.node
  const inside = new Set([...allNodes(entry.node)].map((node) => node.id))
  restoring.closed = inside
  const addedNodes = draft.has(id) ? addedNodesIn(id, inside, restoring) : []
  const present = new Set(draft.has(id) ? draft.idsIn(id) : [])
  for (const one of inside) if (draft.has(one) && !present.has(one)) takeAway(one, draft)
  if (isSameKind(draft.node(id), entry.node)) draft.exchange(entry.node)
  else {
    if (draft.has(id)) takeAway(id, draft)
    putBack(entry.node, entry, restoring)
  }
  for (const { home, node } of addedNodes) {
    const rest = without(node, (one) => draft.has(one))
    if (rest !== undefined) putBack(rest, home, restoring)
  }
}

function* allNodes(node: Node): Generator<Node, void, undefined> {
  yield node
  for (const list of childLists(node)) for (const child of list) yield* allNodes(child)
}

// Topmost descendants of a node that are elsewhere in the version.
function addedNodesIn(
  id: NodeId,
  inside: ReadonlySet<NodeId>,
  { draft, old }: Restoring,
): { node: Node; home: TreeEntry }[] {
  const found: { node: Node; home: TreeEntry }[] = []
  const visit = (at: NodeId): void => {
    const home = old.get(at)
    const node = home === undefined || inside.has(at) ? undefined : draft.whole(at)
    if (home !== undefined && node !== undefined) found.push({ node, home })
    else for (const child of draft.idsBelow(at)) visit(child)
  }
  for (const child of draft.idsBelow(id)) visit(child)
  return found
}

// A section without columns is invalid.
function without(node: Node, isPresent: (id: NodeId) => boolean): Node | undefined {
  if (isPresent(node.id)) return undefined
  const prune = (list: readonly Node[]) => list.map((one) => without(one, isPresent)).filter((one) => one !== undefined)
  const pruned = withLists(node, prune)
  return childKey(node) === 'columns' && childrenOf(pruned)?.length === 0 ? undefined : pruned
}

// Removing its last column removes the section.
function takeAway(id: NodeId, draft: Draft): void {
  const parent = draft.parentOf(id)
  const type = parent === undefined ? undefined : draft.node(parent)?.type
  draft.take(id)
  if (parent !== undefined && (type === 'section' || type === 'columns') && draft.childrenOf(parent).length === 0) {
    takeAway(parent, draft)
  }
}

const structural = new Set(['section', 'group', 'module', 'column'])

function isSameKind(now: Node | undefined, node: Node): boolean {
  if (now === undefined) return false
  return now.type === node.type || (!structural.has(now.type) && !structural.has(node.type))
}

/** Restores the assets and translations of nodes that are missing or different. */
function withBelongings(
  document: EmailDocument,
  version: EmailDocument,
  nodes: ReadonlyMap<NodeId, Node>,
): EmailDocument {
  const assets = missingAssets(document, version, nodes)
  const result = { ...document }
  if (Object.keys(assets).length > 0) result.assets = { ...document.assets, ...assets }
  if (document.translations !== undefined) {
    const { locales, sources } = document.translations
    const [oldLocales, oldSources] = [version.translations?.locales, version.translations?.sources]
    result.translations = { ...document.translations, locales: translated(locales, oldLocales, nodes) }
    if (sources !== undefined) result.translations.sources = translated(sources, oldSources, nodes)
  }
  return result
}

function missingAssets(
  document: EmailDocument,
  version: EmailDocument,
  nodes: ReadonlyMap<NodeId, Node>,
): Record<string, DocumentAsset> {
  const missing = Object.entries(version.assets ?? {}).filter(([name]) => document.assets?.[name] === undefined)
  if (missing.length === 0) return {}
  const texts = textsIn([...nodes.values()])
  return Object.fromEntries(missing.filter(([name]) => texts.has(name)))
}

function translated<Value>(
  byLocale: Record<string, Record<string, Value>>,
  before: Record<string, Record<string, Value>> | undefined,
  nodes: ReadonlyMap<NodeId, Node>,
): Record<string, Record<string, Value>> {
  const isTheirs = ([key]: [string, unknown]) => nodes.has(key.slice(0, key.indexOf('.')))
  return Object.fromEntries(
    Object.entries(byLocale).map(([locale, values]) => {
      const kept = Object.entries(values).filter((entry) => !isTheirs(entry))
      const back = Object.entries(before?.[locale] ?? {}).filter(isTheirs)
      return [locale, Object.fromEntries([...kept, ...back])]
    }),
  )
}
