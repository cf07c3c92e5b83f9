import type { MergeTag, NativeTag } from './model.ts'
import type { TagPlace } from './native.ts'

/** Most characters of a tag of another language. */
const maxLength = 4000
const whole = /^(?:\{\{[\s\S]*\}\}|\{%[\s\S]*%\}|\{#[\s\S]*#\}|<%[\s\S]*%>|%%[\s\S]+%%|\*\|[\s\S]*\|\*)$/

/** True if a tag is one of another language. */
export function isNativeTag(tag: MergeTag): tag is NativeTag {
  return 'native' in tag
}

/** What is wrong with the source of a tag of another language, or undefined: it begins and ends as tags do. */
export function nativeProblem(source: string): string | undefined {
  if (source.length > maxLength) return `A native tag has at most ${maxLength} characters`
  return whole.test(source) && !source.includes('\0')
    ? undefined
    : 'Expected the native tag of another language, such as "{{t \'Hello\'}}", before | native'
}

/** A tag of another language for its position: in an attribute without characters that would end it. */
export function keepNative(source: string, place: TagPlace): string {
  if (place === 'text' || place === 'plain') return source
  const quoted = source.includes("'") ? source.replaceAll('"', '&quot;') : source.replaceAll('"', "'")
  return quoted.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
