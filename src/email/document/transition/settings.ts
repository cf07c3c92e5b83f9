import { isEqual } from '../comparison/equal.ts'
import { type Tree } from '../comparison/tree.ts'
import type { EmailDocument, Operation, Translations } from '../model.ts'
import { isRecord } from '../reading/reading.ts'

/** Settings changed before the nodes (`first`) and after them (`last`). */
export interface SettingsChange {
  first: Operation[]
  last: Operation[]
}

const plainKeys = ['meta', 'theme', 'body', 'fields', 'head'] as const

/**
 * Changes of settings, split around those of nodes. Assets are added before the nodes that refer to them and removed after
 * them; translations of removed nodes are removed before them, those of new nodes are added after them. The inverse is valid
 * for the same reason.
 */
export function settingsBetween(
  from: EmailDocument,
  to: EmailDocument,
  trees: { before: Tree; after: Tree },
): SettingsChange {
  const assets = assetsBetween(from, to)
  const translations = translationsBetween(from.translations, to.translations, trees)
  const plain: Record<string, unknown> = { ...translations.first }
  for (const key of plainKeys) {
    const change = changeOf(from[key], to[key])
    if (change !== undefined) plain[key] = change.value
  }
  return {
    first: [...settings(assets.first), ...settings(plain)],
    last: [...settings(translations.last), ...settings(assets.last)],
  }
}

type Props = Record<string, unknown>

function settings(props: Props): Operation[] {
  return Object.keys(props).length === 0 ? [] : [{ op: 'settings', props }]
}

/** The value to set for a change; undefined if both are equal. */
export function changeOf(before: unknown, after: unknown): { value: unknown } | undefined {
  if (isEqual(before, after)) return undefined
  if (!isRecord(before) || !isRecord(after)) return { value: after ?? null }
  const value: Props = {}
  for (const key of Object.keys(after)) if (!isEqual(before[key], after[key])) value[key] = after[key]
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) value[key] = null
  return { value }
}

function assetsBetween(from: EmailDocument, to: EmailDocument): { first: Props; last: Props } {
  const [before, after] = [from.assets, to.assets]
  if (isEqual(before, after)) return { first: {}, last: {} }
  if (after === undefined) return { first: {}, last: { assets: null } }
  const first = changeOf(before, { ...before, ...after })
  const last = changeOf({ ...before, ...after }, after)
  return {
    first: first === undefined ? {} : { assets: first.value },
    last: last === undefined ? {} : { assets: last.value },
  }
}

function translationsBetween(
  before: Translations | undefined,
  after: Translations | undefined,
  trees: { before: Tree; after: Tree },
): { first: Props; last: Props } {
  if (isEqual(before, after)) return { first: {}, last: {} }
  if (after === undefined) return { first: { translations: null }, last: {} }
  const between = { ...after, locales: commonLocales(before, after, trees) }
  if (before === undefined && !isEqual(between, after)) return { first: {}, last: { translations: after } }
  const [first, last] = [changeOf(before, between), changeOf(between, after)]
  return {
    first: first === undefined ? {} : { translations: first.value },
    last: last === undefined ? {} : { translations: last.value },
  }
}

// Translations that fit the nodes before and after.
function commonLocales(
  before: Translations | undefined,
  after: Translations,
  trees: { before: Tree; after: Tree },
): Translations['locales'] {
  return Object.fromEntries(
    Object.entries(after.locales).map(([locale, values]) => {
      const old = before?.locales[locale]
      const fits = ([key, value]: [string, unknown]) => {
        const id = key.slice(0, key.indexOf('.'))
        const [was, is] = [trees.before.get(id), trees.after.get(id)]
        if (was !== undefined && is !== undefined) return was.node.type === is.node.type
        return id === 'meta' || was !== undefined || (old !== undefined && isEqual(old[key], value))
      }
      return [locale, Object.fromEntries(Object.entries(values).filter(fits))]
    }),
  )
}
