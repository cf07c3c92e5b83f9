import type { EmailDocument, Locale, Node, NodeId, Row } from './model.ts'
import { withLists } from './walk.ts'

type Values = Record<string, unknown>

/**
 * The document in a locale: translated properties replace those of the default. A locale without translations of its own
 * takes those of its language (`de` for `de-AT`); without either the document stays as it is.
 */
export function translate(document: EmailDocument, locale: Locale): EmailDocument {
  const { translations } = document
  if (translations === undefined) return document
  const known = Object.keys(translations.locales)
  const best = bestLocale(locale, [...known, translations.default])
  const values = best !== undefined && known.includes(best) ? translations.locales[best] : undefined
  if (best === undefined || values === undefined) return document
  const byNode = groupByNode(values)
  const meta = { ...document.meta, ...byNode.get('meta'), lang: locale }
  byNode.delete('meta')
  return { ...document, meta, rows: byNode.size === 0 ? document.rows : (overlayList(document.rows, byNode) as Row[]) }
}

function bestLocale(locale: string, known: readonly string[]): string | undefined {
  for (let tag = locale.toLowerCase(); tag !== ''; tag = tag.slice(0, Math.max(tag.lastIndexOf('-'), 0))) {
    const match = known.find((one) => one.toLowerCase() === tag)
    if (match !== undefined) return match
  }
  return undefined
}

function groupByNode(values: Values): Map<NodeId, Values> {
  const byNode = new Map<NodeId, Values>()
  for (const [key, value] of Object.entries(values)) {
    const dot = key.indexOf('.')
    const id = key.slice(0, dot)
    const own = byNode.get(id) ?? {}
    own[key.slice(dot + 1)] = value
    byNode.set(id, own)
  }
  return byNode
}

function overlayList<T extends Node>(nodes: readonly T[], byNode: ReadonlyMap<NodeId, Values>): readonly T[] {
  let changed = false
  const result = nodes.map((node) => {
    const overlaid = overlay(node, byNode)
    changed ||= overlaid !== node
    return overlaid
  })
  return changed ? result : nodes
}

function overlay<T extends Node>(node: T, byNode: ReadonlyMap<NodeId, Values>): T {
  const values = byNode.get(node.id)
  const result: T = values === undefined ? node : { ...node, ...values }
  return withLists(result, (list) => overlayList(list, byNode))
}
