import type { Group, ModuleUse, Row, Section } from '../model.ts'

/** Rows as an instance shows them; `isLimited` when it wants more than rows with groups among them can do. */
export interface Wrapped {
  rows: Row[]
  isLimited: boolean
}

const looks = ['classes', 'style', 'mobile', 'dark', 'each'] as const

/**
 * What an instance says of itself (condition, loop, visibility, style) on the rows that represent it: a group around them,
 * or nothing when it says nothing. Groups do not are in groups: with one among the rows each row is shown or hidden by
 * itself, and a loop or style finds no place.
 */
export function wrapRows(use: ModuleUse, rows: Row[]): Wrapped {
  const { hide, parts, when } = use
  const hasStyle = looks.some((key) => use[key] !== undefined)
  if (!hasStyle && hide === undefined && parts === undefined && when === undefined) return { rows, isLimited: false }
  if (!rows.every((row): row is Section => row.type === 'section')) {
    return { rows: rows.map((row) => shownAs(use, row)), isLimited: hasStyle }
  }
  const { ref: _, slots: __, lock: ___, ...rest } = use
  const group: Group = { ...rest, type: 'group', rows }
  return { rows: [group], isLimited: false }
}

function shownAs<T extends Row>({ hide, parts, when }: ModuleUse, row: T): T {
  const shown = { ...row }
  if (hide !== undefined) shown.hide = { ...row.hide, ...hide }
  if (parts !== undefined) shown.parts = { ...row.parts, ...parts }
  if (when !== undefined) shown.when = row.when === undefined ? when : { op: 'and', of: [when, row.when] }
  return shown
}
