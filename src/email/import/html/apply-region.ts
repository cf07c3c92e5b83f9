import type { Condition } from '../../data/index.ts'
import { type ExtractedTag, repeats } from '../tags/extracted.ts'
import type { Box } from './boxes/box.ts'
import type { Region } from './regions.ts'

/** Maximum length of the tags of a condition, in characters. */
const maxLength = 4000

/** Applies a template region to a box; false if only HTML can express the region. */
export function applyRegion(box: Box, region: Region | undefined): boolean {
  if (region === undefined) return true
  if (region.kind === 'each') {
    box.each = { in: region.in, as: region.as, ...(region.limit === undefined ? {} : { limit: region.limit }) }
    return true
  }
  const when = conditionFor(region)
  if (when === undefined) return false
  box.when = when
  if (region.kind === 'native' && repeats(region.open)) box.isLooped = true
  return true
}

/** Undefined if documents cannot express the condition of the branch. */
export function conditionFor(region: Region): Condition | undefined {
  if (region.kind === 'when') return region.condition
  if (region.kind !== 'native') return undefined
  const before = region.opened.map(({ source }) => source).join('')
  const after = region.choice.end.source
  if (before.length > maxLength || after.length > maxLength || /<[A-Za-z/!?]|<$/.test(`${before} ${after}`))
    return undefined
  return { op: 'native', target: languageOf(region.open), before, after }
}

function languageOf({ source }: ExtractedTag): string {
  if (source.startsWith('{%')) return 'liquid'
  if (source.startsWith('<%')) return 'ejs'
  if (source.startsWith('*|')) return 'mailchimp'
  return source.startsWith('%%') ? 'ampscript' : 'handlebars'
}
