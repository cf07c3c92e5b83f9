import { textsIn } from '../comparison/texts.ts'
import type { DocumentAsset, EmailDocument, Node, NodeId, Translations } from '../model.ts'

/** The document with the assets and translations that nodes had in a version, where it lacks them or has others. */
export function withBelongings(
  document: EmailDocument,
  version: EmailDocument,
  nodes: ReadonlyMap<NodeId, Node>,
): EmailDocument {
  const assets = missingAssets(document, version, nodes)
  const result = { ...document }
  if (Object.keys(assets).length > 0) result.assets = { ...document.assets, ...assets }
  if (document.translations !== undefined) {
    result.translations = { ...document.translations, locales: translated(document.translations, version, nodes) }
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

function translated(
  { locales }: Translations,
  version: EmailDocument,
  nodes: ReadonlyMap<NodeId, Node>,
): Translations['locales'] {
  const isTheirs = ([key]: [string, unknown]) => nodes.has(key.slice(0, key.indexOf('.')))
  return Object.fromEntries(
    Object.entries(locales).map(([locale, values]) => {
      const kept = Object.entries(values).filter((entry) => !isTheirs(entry))
      const back = Object.entries(version.translations?.locales[locale] ?? {}).filter(isTheirs)
      return [locale, Object.fromEntries([...kept, ...back])]
    }),
  )
}
