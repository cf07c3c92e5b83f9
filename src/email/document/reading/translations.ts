import type { EmailDocument, Node, Translations } from '../model.ts'
import { emailDocumentSchema } from '../schema/document.ts'
import { walkNodes } from '../walk.ts'
import { compile, readMembers } from './compile.ts'
import { extension, nodeReaders } from './node.ts'
import type { Reader, Reading } from './reading.ts'

const metaReaders = new Map(
  Object.entries(emailDocumentSchema.properties.meta.properties)
    .filter(([name]) => name !== 'lang')
    .map(([name, schema]) => [name, compile(schema, extension({}))]),
)

type Types = ReadonlyMap<string, string>
/** Handles a value whose node no longer exists. */
type Orphan = (locale: string, key: string, value: unknown) => unknown

/**
 * Reads translations by the rules of the properties they replace. A translation of a property that its node does not have is
 * an issue. Those of removed nodes are dropped. If `before` has the translations before a change, they are kept, so that the
 * node can be restored, and new ones are issues.
 */
export function readTranslations(document: EmailDocument, reading: Reading, before?: Translations): EmailDocument {
  const { translations } = document
  if (translations === undefined) return document
  const types = new Map<string, string>()
  for (const { node } of walkNodes(document)) types.set(node.id, node.type)
  const locales = readLocales(translations, {
    types,
    reading,
    orphan: before === undefined ? leaveOut : reportUnlessUnchanged(before, reading),
  })
  const read = locales === translations.locales ? translations : { ...translations, locales }
  const kept = before === undefined ? withoutLostSources(read) : read
  return kept === translations ? document : { ...document, translations: kept }
}

// Hashes without a translation are of no use.
function withoutLostSources(translations: Translations): Translations {
  const { locales, sources } = translations
  if (sources === undefined) return translations
  let isLost = false
  const kept = Object.entries(sources).map(([locale, hashes]) => {
    const entries = Object.entries(hashes)
    const useful = entries.filter(([key]) => Object.hasOwn(locales[locale] ?? {}, key))
    isLost ||= useful.length < entries.length
    return [locale, Object.fromEntries(useful)] as const
  })
  return isLost ? { ...translations, sources: Object.fromEntries(kept) } : translations
}

/** Validates existing translations of nodes that are inserted or changed. */
export function checkTranslations({ translations }: EmailDocument, nodes: Iterable<Node>, reading: Reading): void {
  if (translations === undefined) return
  const types = new Map<string, string>()
  for (const node of nodes) types.set(node.id, node.type)
  const locales = readLocales(translations, { types, reading, orphan: (_, __, value) => value })
  if (locales !== translations.locales)
    reading.problem('has translations under its id that do not match its type; remove them first')
}

const leaveOut: Orphan = () => undefined

function reportUnlessUnchanged(before: Translations, reading: Reading): Orphan {
  return (locale, key, value) => {
    if (before.locales[locale]?.[key] !== value) reading.problem('is not the id of a node in the document')
    return value
  }
}

interface Context {
  types: Types
  reading: Reading
  orphan: Orphan
}

function readLocales({ locales }: Translations, context: Context): Translations['locales'] {
  const { path } = context.reading
  const entries = Object.entries(locales).map(([locale, values]) => {
    path.push('translations', 'locales', locale)
    const read = readValues(locale, values, context)
    path.length -= 3
    return [locale, read] as const
  })
  return entries.some(([locale, read]) => read !== locales[locale]) ? Object.fromEntries(entries) : locales
}

function readValues(locale: string, values: Record<string, unknown>, context: Context): Record<string, unknown> {
  const { reading } = context
  return readMembers(values, reading, {
    readerOf: (key) => readerOf(key, context) ?? ((value) => context.orphan(locale, key, value)),
    refusal: () => 'is not known',
  })
}

// Undefined if the node no longer exists.
function readerOf(key: string, { reading, types }: Context): Reader | undefined {
  const dot = key.indexOf('.')
  const [id, name] = [key.slice(0, dot), key.slice(dot + 1)]
  if (dot <= 0 || !/^[A-Za-z]\w*$/.test(name)) return refuse
  if (id === 'meta') return metaReaders.get(name) ?? refuse
  const type = types.get(id)
  return type === undefined ? undefined : (nodeReaders(reading.blocks).property(type, name) ?? refuse)
}

const refuse: Reader = (_, reading) =>
  reading.problem('expected a key nodeId.prop or meta.prop that names a property of that node')
