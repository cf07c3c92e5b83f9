import type { Values } from '../values/values.ts'
import { isTagged } from '../values/parsed.ts'

/** Authored HTML as it is, its merge tags filled in by the place they stand at. */
export function fillHtml(source: string, values: Values): string {
  if (!isTagged(source)) return source
  return values.text(source)
}
