/** Translations that go and come with their nodes. */
import type { EmailDocument, Locale, Node, NodeId, Operation, Translations } from '../model.ts'
import { childLists, walkNodes } from '../walk.ts'

type ByLocale<Value> = Record<Locale, Record<string, Value>>

/**
 * The operation, to apply before a change, that removes the translations of the nodes that the change removes; undefined if
 * there are none. Applied after the inverse of the change, its inverse brings them back.
 */
export function removalOfTranslations(before: EmailDocument, after: EmailDocument): Operation | undefined {
  const { translations } = before
  if (translations === undefined || before.rows === after.rows) return undefined
  const gone = idsOf(before)
  for (const id of idsOf(after)) gone.delete(id)
  const isGone = (key: string) => gone.has(key.slice(0, key.indexOf('.')))
  const isTranslated = [translations.locales, translations.sources ?? {}].some((each) =>
    Object.values(each).some((values) => Object.keys(values).some(isGone)),
  )
  if (!isTranslated) return undefined
  return settingTranslations(mapKeys(translations, (key) => (isGone(key) ? [] : [key])))
}

/** Translations with those of copied nodes, under the ids of their copies. The lists of nodes correspond. */
export function translationsOfCopies(
  translations: Translations,
  from: Pick<Translations, 'locales' | 'sources'>,
  { nodes, copies }: { nodes: readonly Node[]; copies: readonly Node[] },
): Translations | undefined {
  const newIds = new Map<NodeId, NodeId>()
  const pair = (one: readonly Node[], other: readonly Node[]): void => {
    one.forEach((node, at) => {
      const copy = other[at]
      if (copy === undefined) return
      newIds.set(node.id, copy.id)
      const lists = childLists(copy)
      childLists(node).forEach((list, index) => pair(list, lists[index] ?? []))
    })
  }
  pair(nodes, copies)
  const renamed = mapKeys(from, (key) => {
    const dot = key.indexOf('.')
    const id = newIds.get(key.slice(0, dot))
    return id === undefined ? [] : [id + key.slice(dot)]
  })
  // A copy brings no language along.
  const isKnown = (locale: Locale) => Object.hasOwn(translations.locales, locale)
  const locales = joined(translations.locales, renamed.locales, isKnown)
  const sources = joined(translations.sources ?? {}, renamed.sources ?? {}, isKnown)
  if (locales === translations.locales) return undefined
  return { ...translations, locales, ...(Object.keys(sources).length === 0 ? {} : { sources }) }
}

/** The translations of nodes and their descendants; undefined if there are none. */
export function translationsOf(
  nodes: readonly Node[],
  translations: Translations | undefined,
): Pick<Translations, 'locales' | 'sources'> | undefined {
  if (translations === undefined) return undefined
  const ids = new Set<NodeId>()
  const add = (list: readonly Node[]): void => {
    for (const node of list) {
      ids.add(node.id)
      childLists(node).forEach(add)
    }
  }
  add(nodes)
  const { locales, sources } = mapKeys(translations, (key) => (ids.has(key.slice(0, key.indexOf('.'))) ? [key] : []))
  if (Object.values(locales).every((values) => Object.keys(values).length === 0)) return undefined
  return { locales, ...(sources === undefined ? {} : { sources }) }
}

/** The operation that sets all translations. */
export function settingTranslations({ locales, sources }: Pick<Translations, 'locales' | 'sources'>): Operation {
  return { op: 'settings', props: { translations: { locales, ...(sources === undefined ? {} : { sources }) } } }
}

function idsOf(document: EmailDocument): Set<NodeId> {
  return new Set([...walkNodes(document)].map(({ node }) => node.id))
}

function mapKeys(
  { locales, sources }: Pick<Translations, 'locales' | 'sources'>,
  change: (key: string) => string[],
): Pick<Translations, 'locales' | 'sources'> {
  return {
    locales: mapped(locales, change),
    ...(sources === undefined ? {} : { sources: mapped(sources, change) }),
  }
}

function mapped<Value>(values: ByLocale<Value>, change: (key: string) => string[]): ByLocale<Value> {
  return Object.fromEntries(
    Object.entries(values).map(([locale, own]) => [
      locale,
      Object.fromEntries(Object.entries(own).flatMap(([key, value]) => change(key).map((next) => [next, value]))),
    ]),
  )
}

// The same object if there is nothing to add.
function joined<Value>(
  own: ByLocale<Value>,
  more: ByLocale<Value>,
  isKnown: (locale: Locale) => boolean,
): ByLocale<Value> {
  const added = Object.entries(more).filter(([locale, values]) => isKnown(locale) && Object.keys(values).length > 0)
  if (added.length === 0) return own
  return { ...own, ...Object.fromEntries(added.map(([locale, values]) => [locale, { ...own[locale], ...values }])) }
}
