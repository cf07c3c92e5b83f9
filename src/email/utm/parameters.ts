import { type FieldTag, isNativeTag, parseTagged, printTag } from '../data/index.ts'
import { systemLinkAt } from '../esp/index.ts'
import type { Parameter } from '../formats/index.ts'
import { encodeAt, isEncoded } from '../render/index.ts'

/** Campaign parameters of a link; values may contain merge tags. */
export type Utm = Partial<Record<(typeof utmNames)[number], string>>

/** Members of `Utm` in the order of the parameters. */
export const utmNames = ['source', 'medium', 'campaign', 'term', 'content'] as const

/** Message about merge tags that no link can contain; undefined if the value is usable. */
export function utmProblem(value: string): string | undefined {
  const { error, parts } = parseTagged(value)
  if (error !== undefined) return `${error.message} (at character ${error.index + 1})`
  for (const part of parts) {
    if (typeof part === 'string') continue
    if (isNativeTag(part)) return 'a tag of another template language is not supported here; map a field instead'
    if (systemLinkAt(part.path) !== undefined) return `${part.path} is the URL of a link; use a field`
    if (/['\\]/.test(printTag(part))) return 'texts in merge tags contain no quotation marks and backslashes here'
  }
  return undefined
}

/** In the syntax of documents, without double quotes. */
function printUtmTag(tag: FieldTag): string {
  return printTag(tag).replaceAll('"', "'")
}

/** Like the default of `utmParameters`, with the filter that encodes the value. */
export function printEncodedTag(tag: FieldTag): string {
  if (isEncoded(tag)) return printUtmTag(tag)
  return printUtmTag({ ...tag, filters: [...(tag.filters ?? []), { name: 'url' }] })
}

/** Query parameters with encoded values; `write` writes the merge tags. Requires values without a `utmProblem`. */
export function utmParameters(utm: Utm, write: (tag: FieldTag) => string = printUtmTag): Parameter[] {
  return utmNames.flatMap((name) => {
    const value = utm[name]
    if (value === undefined) return []
    let written = ''
    for (const part of parseTagged(value).parts) {
      if (typeof part === 'string') written += encodeAt('query', part)
      else if (!isNativeTag(part)) written += write(part)
    }
    return [[`utm_${name}`, written] as const]
  })
}
