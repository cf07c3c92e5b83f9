import { textsIn } from '../comparison/texts.ts'
import type { EmailDocument, Node, NodeId, Row } from '../model.ts'
import { childLists } from '../walk.ts'
import type { ModuleFragment } from './fragment.ts'

/** What a module of one row of a document holds: the row, the images it names and its translations. */
export function extractFragment(document: EmailDocument, row: Row): ModuleFragment {
  const fragment: ModuleFragment = { nodes: [row] }
  const texts = textsIn(row)
  const assets = Object.entries(document.assets ?? {}).filter(([name]) => texts.has(name))
  if (assets.length > 0) fragment.assets = Object.fromEntries(assets)
  const ids = new Set(idsOf(row))
  const locales = Object.entries(document.translations?.locales ?? {})
    .map(([locale, values]) => [locale, ofNodes(values, ids)] as const)
    .filter(([, values]) => Object.keys(values).length > 0)
  if (locales.length > 0) fragment.translations = Object.fromEntries(locales)
  return fragment
}

function ofNodes(values: Record<string, unknown>, ids: ReadonlySet<NodeId>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => ids.has(key.slice(0, key.indexOf('.')))))
}

function idsOf(node: Node): NodeId[] {
  return [node.id, ...childLists(node).flatMap((list) => list.flatMap(idsOf))]
}
