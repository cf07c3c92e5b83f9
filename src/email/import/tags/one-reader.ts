import { extractTags } from './extract-tags.ts'
import { type ExtractedTag, opensRegion, restoreTags, splitTags } from './extracted.ts'

/**
 * A template as one reader sees it for whom every field has a value: each value is the last name of its field, of what a
 * condition chooses between the first is shown, and what repeats is there once. Linear in the length of the source.
 */
export function showOneReader(source: string): string {
  const { text, tags } = extractTags(source)
  const open: { isShown: boolean; isInTag: boolean }[] = []
  const isShown = () => open.every((one) => one.isShown)
  let out = ''
  // Without quotes around them, for a value may hold some.
  let isInTag = false
  for (const part of splitTags(text, tags)) {
    if (typeof part === 'string') {
      if (!isShown()) continue
      out += part
      const last = Math.max(part.lastIndexOf('<'), part.lastIndexOf('>'))
      if (last >= 0) isInTag = part[last] === '<'
      continue
    }
    const top = open.at(-1)
    if (opensRegion(part)) open.push({ isInTag, isShown: isInTag || !isForLack(part) })
    else if (part.kind === 'end') open.pop()
    // The parts of an attribute cannot be told apart without breaking it.
    else if (top?.isInTag === false && (part.kind === 'else' || 'isElse' in part)) top.isShown = false
    else if (isShown()) out += isInTag ? nameOf(part) : ` ${nameOf(part)} `.replace(/^ +$/, '')
  }
  return restoreTags(out, tags)
}

/** True if its content is there because something is not. */
function isForLack(tag: ExtractedTag): boolean {
  if (tag.kind !== 'if') return false
  const { condition } = tag
  return condition.op === 'empty' || condition.op === 'not' || ('of' in condition && isMixed(condition.of))
}

function isMixed(parts: unknown): boolean {
  return Array.isArray(parts) && parts.some((one: { op?: string }) => one.op === 'empty' || one.op === 'not')
}

function nameOf(tag: ExtractedTag): string {
  // As the service names the field.
  if (tag.kind === 'role') return `${tag.role}_url`
  if (tag.kind !== 'value') return ''
  const path = /[\w@][\w@.[\]-]*/.exec(tag.liquid)?.[0] ?? ''
  return path.split('.').at(-1) ?? ''
}
