import { type EmailDocument, usedPaths } from '../../email/document/index.ts'
import type { EditorConfig } from '../bridge/index.ts'

/** Declared by the document or by the host page. */
export interface MergeField {
  path: string
  label: string
  type: string
  sample: string | undefined
  group: string | undefined
}

/** For a path that both declare, the document wins. */
export function mergeFieldsOf(
  document: EmailDocument,
  { mergeTags = [] }: Pick<EditorConfig, 'mergeTags'>,
): MergeField[] {
  const own = document.fields.map(({ path, label, type, sample }): MergeField => {
    return { path, label: label ?? readable(path), type, sample: sampleText(sample), group: undefined }
  })
  const known = new Set(own.map(({ path }) => path))
  const others = mergeTags
    .filter(({ key }) => !known.has(key))
    .map(({ key, label, sample, group }): MergeField => {
      return { path: key, label: label ?? readable(key), type: 'string', sample, group }
    })
  return [...own, ...others]
}

/** Label of a path: `customer.first_name` is "Customer first name". */
export function readable(path: string): string {
  const words = path
    .replaceAll(/[._]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function sampleText(sample: unknown): string | undefined {
  if (sample === undefined || sample === null) return undefined
  return typeof sample === 'object' ? undefined : String(sample)
}

/** Merge fields that the email uses but neither the document nor the host declares, in reading order. */
export function undeclaredFields(document: EmailDocument, known: readonly MergeField[]): MergeField[] {
  const seen = new Set(known.map(({ path }) => path))
  return usedPaths(document).flatMap(({ path, kind }): MergeField[] => {
    // Paths inside a loop belong to the item.
    const isValue = (kind === 'value' || kind === 'address') && !path.includes('*')
    if (!isValue || path === 'now' || seen.has(path)) return []
    seen.add(path)
    return [{ path, label: readable(path), type: 'string', sample: undefined, group: undefined }]
  })
}
