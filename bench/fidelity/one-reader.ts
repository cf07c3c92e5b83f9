/**
 * Emails as one reader sees them, one for whom every field has a value: of what a template chooses between, the first. For
 * images only; words, links and images are counted with all there is.
 */
import { extractTags } from '../../src/email/import/tags/extract-tags.ts'
import { opensRegion, restoreTags, splitTags } from '../../src/email/import/tags/extracted.ts'

/** A source without what stands after `else`, and without what is there for lack of something. */
export function firstChoices(source: string): string {
  const { text, tags } = extractTags(source)
  let out = ''
  const open: { isShown: boolean; isInTag: boolean }[] = []
  const isShown = () => open.every((one) => one.isShown)
  for (const part of splitTags(text, tags)) {
    if (typeof part === 'string') {
      if (isShown()) out += part
      continue
    }
    const top = open.at(-1)
    if (opensRegion(part)) {
      if (isShown()) out += part.source
      const isInTag = out.lastIndexOf('<') > out.lastIndexOf('>')
      open.push({ isShown: isInTag || !(part.kind === 'if' && isNegative(part.condition)), isInTag })
    } else if (part.kind === 'end') {
      open.pop()
      if (isShown()) out += part.source
    } else if (top?.isInTag === false && (part.kind === 'else' || 'isElse' in part)) top.isShown = false
    else if (isShown()) out += part.source
  }
  return restoreTags(out, tags)
}

/** Rows of a document without the nodes that are there for lack of something. */
export function firstNodes<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.filter((one) => !isNegative(one?.when)).map(firstNodes) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, firstNodes(inner)])) as Value
}

function isNegative(condition: unknown): boolean {
  const { before, of, op } = (condition ?? {}) as { op?: string; of?: unknown; before?: string }
  if (op === 'empty' || op === 'not') return true
  if (op === 'native') return /else|\}\s*else/.test(before ?? '')
  return Array.isArray(of) && of.some(isNegative)
}
