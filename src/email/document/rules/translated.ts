import { isEqual } from '../comparison/equal.ts'
import type { ValueChange } from '../comparison/values.ts'
import type { EmailDocument, NodeId } from '../model.ts'

/** A changed translation of one node property; the id is `meta` for properties of the document. */
export interface TranslatedChange {
  id: NodeId
  /** JSON Pointer into the document. */
  at: string
  /** The change, with a path relative to the node. */
  change: ValueChange
}

/** Changed translations, including those of added or removed locales. */
export function translatedChanges(from: EmailDocument, to: EmailDocument): TranslatedChange[] {
  const [before, after] = [from.translations?.locales ?? {}, to.translations?.locales ?? {}]
  if (before === after) return []
  const changes: TranslatedChange[] = []
  for (const locale of new Set([...Object.keys(after), ...Object.keys(before)])) {
    const [old, values] = [before[locale] ?? {}, after[locale] ?? {}]
    for (const key of new Set([...Object.keys(values), ...Object.keys(old)])) {
      if (isEqual(old[key], values[key])) continue
      const [id = '', property = ''] = key.split('.')
      const change: ValueChange = { path: `/${property}`, before: old[key], after: values[key] }
      changes.push({ id, at: `/translations/locales/${locale}/${key}`, change })
    }
  }
  return changes
}
