import { isEqual } from '../comparison/equal.ts'
import type { ValueChange } from '../comparison/values.ts'
import type { EmailDocument, NodeId } from '../model.ts'

/** One translated value that differs, and which property of which node it replaces; the id is `meta` for the document's. */
export interface TranslatedChange {
  id: NodeId
  /** JSON Pointer into the document. */
  at: string
  /** The change, with a path that begins at the node. */
  change: ValueChange
}

/** The translated values that differ, whether their locale or all translations are new or gone. */
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
