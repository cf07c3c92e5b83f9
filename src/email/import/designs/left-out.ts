import type { Design } from './design.ts'
import { type DesignPart, partOf } from './values.ts'

/** Members that say nothing of how an email looks or reads: ids, measures taken by the editor, what its users may do. */
const ownOfEditors = new Set(
  '_meta id uuid type selectable draggable duplicatable deletable hideable calculatedWidth calculatedHeight columns moreOptions key location slug hasDeprecatedFonts version empty synced locked name prefix target'.split(
    ' ',
  ),
)

/** Says of every member that nobody reads that it was left out, each name once; empty ones say nothing. */
export function reportLeft(reading: Design, what: string, values: DesignPart, known: readonly string[]): void {
  for (const [name, value] of Object.entries(values)) {
    if (ownOfEditors.has(name) || known.includes(name) || isNothing(value)) continue
    reading.warnings.add('PROPERTY_LOST', `${what}: "${name.slice(0, 60)}" has no counterpart here and was left out.`)
  }
}

const nothings = new Set(['', '0', '0px', 'none', 'auto', 'normal', 'transparent', 'inherit', 'initial'])

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === 0) return true
  if (typeof value === 'string') return nothings.has(value.trim())
  if (Array.isArray(value)) return value.every(isNothing)
  return typeof value === 'object' && Object.values(partOf(value)).every(isNothing)
}
