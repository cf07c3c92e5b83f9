import { type EmailDocument, usedPaths } from '../../email/document/index.ts'
import { type MergeField, readable } from './merge-fields.ts'

/** Values that an email requests and that none of the `known` merge fields gives, each once, in reading order. */
export function undeclaredFields(document: EmailDocument, known: readonly MergeField[]): MergeField[] {
  const seen = new Set(known.map(({ path }) => path))
  return usedPaths(document).flatMap(({ path, kind }): MergeField[] => {
    // What is in a loop belongs to an item of its list.
    const isValue = (kind === 'value' || kind === 'address') && !path.includes('*')
    if (!isValue || path === 'now' || seen.has(path)) return []
    seen.add(path)
    return [{ path, label: readable(path), type: 'string', sample: undefined, group: undefined }]
  })
}
