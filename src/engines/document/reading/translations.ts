import type { EmailDocument, Node, Translations } from '../model.ts'
import { emailDocumentSchema } from '../schema/document.ts'
import { walkNodes } from '../walk.ts'
import { compile } from './compile.ts'
import { extension, nodeReaders } from './node.ts'
import type { Reader, Reading } from './reading.ts'

const metaReaders = new Map(
  Object.entries(emailDocumentSchema.properties.meta.properties)
    .filter(([name]) => name !== 'lang')
    .map(([name, schema]) => [name, compile(schema, extension({}))]),
)

/**
 * The document with its translations read by the rules of the properties they replace. Those of nodes that are gone are
 * left out; one for a property that its node does not have is a problem.
 */
export function readTranslations(document: EmailDocument, reading: Reading): EmailDocument {
  const { translations } = document
  if (translations === undefined) return document
  const types = new Map<string, string>()
  for (const { node } of walkNodes(document)) types.set(node.id, node.type)
  const locales = readLocales(translations, types, reading)
  return locales === translations.locales ? document : { ...document, translations: { ...translations, locales } }
}

/** Reads the translations of a few nodes only, after they came in or changed. */
export function checkTranslations(document: EmailDocument, nodes: Iterable<Node>, reading: Reading): void {
  const types = new Map<string, string>()
  for (const node of nodes) types.set(node.id, node.type)
  if (document.translations !== undefined) readLocales(document.translations, types, reading)
}

function readLocales({ locales }: Translations, types: ReadonlyMap<string, string>, reading: Reading) {
  const entries = Object.entries(locales).map(([locale, values]) => {
    reading.path.push('translations', 'locales', locale)
    const read = readValues(values, types, reading)
    reading.path.length -= 3
    return [locale, read] as const
  })
  const changed = entries.some(([locale, read]) => read !== locales[locale])
  return changed ? Object.fromEntries(entries) : locales
}

function readValues(values: Record<string, unknown>, types: ReadonlyMap<string, string>, reading: Reading) {
  let copy: Record<string, unknown> | undefined
  for (const [key, value] of Object.entries(values)) {
    const read = readerOf(key, types, reading)
    reading.path.push(key)
    const result = read?.(value, reading)
    reading.path.pop()
    if (result === value) continue
    copy ??= { ...values }
    if (result === undefined) delete copy[key]
    else copy[key] = result
  }
  return copy ?? values
}

// Undefined for a node that is gone.
function readerOf(key: string, types: ReadonlyMap<string, string>, reading: Reading): Reader | undefined {
  const dot = key.indexOf('.')
  const [id, name] = [key.slice(0, dot), key.slice(dot + 1)]
  if (dot > 0 && id === 'meta') return metaReaders.get(name) ?? refuse
  const type = types.get(id)
  if (dot > 0 && type === undefined) return undefined
  return (type === undefined ? undefined : nodeReaders(reading.blocks).property(type, name)) ?? refuse
}

const refuse: Reader = (_, reading) =>
  reading.problem('expected a key nodeId.prop or meta.prop that names a property of that node')
