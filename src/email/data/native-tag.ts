import type { MergeTag, NativeTag } from './model.ts'
import type { TagPlace } from './native.ts'

/** Maximum characters of a tag of another language. */
const maxLength = 4000
const whole =
  /^(?:\{\{[\s\S]*\}\}|\{%[\s\S]*%\}|\{#[\s\S]*#\}|<%[\s\S]*%>|%%[\s\S]+%%|\*\|[\s\S]*\|\*|\[{1,2}[^[\]{}"'<>|]+\]{1,2}|\{\$?[\w .-]+\}|%[\w-]+%)$/

export function isNativeTag(tag: MergeTag): tag is NativeTag {
  return 'native' in tag
}

/** Message about an invalid tag of another language; undefined if it begins and ends as tags do. */
export function nativeProblem(source: string): string | undefined {
  if (source.length > maxLength) return `A native tag has at most ${maxLength} characters`
  return whole.test(source) && !source.includes('\0')
    ? undefined
    : 'Expected the native tag of another language, such as "{{t \'Hello\'}}", before | native'
}

/** Writes a tag of another language at a position: in an attribute, characters that would end it are removed. */
export function keepNative(source: string, place: TagPlace): string {
  if (place === 'text' || place === 'plain') return source
  const quoted = source.includes("'") ? source.replaceAll('"', '&quot;') : source.replaceAll('"', "'")
  return quoted.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
