import type { EmailDocument, Locale, Meta, Node, NodeId, Row, Translations } from '../model.ts'
import { withLists } from '../walk.ts'

type Values = Record<string, unknown>

/**
 * Translates a document: values of the locale replace properties. A locale such as `pt-BR` falls back to `pt`, then to the
 * default; without any translation the document stays unchanged. Language and direction become those of the locale, unless
 * the translation sets a direction.
 */
export function translate(document: EmailDocument, locale: Locale): EmailDocument {
  const { translations } = document
  if (translations === undefined) return document
  const chain = localeChain(translations, locale)
  if (chain.length === 0) return document
  const values: Values = Object.assign({}, ...chain.toReversed().map((one) => translations.locales[one]))
  const byNode = groupByNode(values)
  const meta = { ...turn(document.meta, locale), ...byNode.get('meta'), lang: locale }
  byNode.delete('meta')
  return { ...document, meta, rows: byNode.size === 0 ? document.rows : (overlayList(document.rows, byNode) as Row[]) }
}

/**
 * The locales whose translations apply, the closest first: the locale itself, then its prefixes (RFC 4647 3.4), up to the
 * document's own language.
 */
export function localeChain({ default: own, locales }: Translations, locale: Locale): Locale[] {
  const chain: Locale[] = []
  for (let tag = locale.toLowerCase(); tag !== ''; tag = tag.slice(0, Math.max(tag.lastIndexOf('-'), 0))) {
    if (tag === own.toLowerCase()) return chain
    chain.push(...Object.keys(locales).filter((one) => one.toLowerCase() === tag))
  }
  return chain
}

function turn(meta: Meta, locale: Locale): Meta {
  const direction = directionOf(locale)
  return direction === (meta.dir ?? directionOf(meta.lang)) ? meta : { ...meta, dir: direction }
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

const rightToLeft = new Set('ar arc ckb dv fa he iw ks ku ps sd syr ug ur yi'.split(' '))
const rightToLeftScripts = new Set('adlm arab hebr mand nkoo rohg samr syrc thaa'.split(' '))
// Kurdish is right-to-left only in its southern script, which the tag must state.
const withScript = new Set(['ku'])

/** Text direction of a BCP 47 tag; a script in the tag takes precedence. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const [language = '', ...rest] = locale.toLowerCase().split('-')
  const script = rest.find((part) => /^[a-z]{4}$/.test(part))
  if (script !== undefined) return rightToLeftScripts.has(script) ? 'rtl' : 'ltr'
  return rightToLeft.has(language) && !withScript.has(language) ? 'rtl' : 'ltr'
}
