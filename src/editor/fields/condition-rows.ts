import type { Condition } from '../../email/data/index.ts'

/** What a comparison asks, in the order of a list to choose from. */
export const comparisons = ['exists', 'empty', 'eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains'] as const
export type Comparison = (typeof comparisons)[number]

/** One line: a field, what is queried of it, and against what. */
export interface ConditionRow {
  path: string
  op: Comparison
  value: string | number | boolean | null
}

/** Lines of which all or any must hold. */
export interface ConditionRows {
  join: 'and' | 'or'
  rows: ConditionRow[]
}

/** A condition as lines; undefined when lines cannot say it: nested, negated or an ESP's own. */
export function rowsOf(condition: Condition | undefined): ConditionRows | undefined {
  if (condition === undefined) return { join: 'and', rows: [] }
  if (condition.op === 'and' || condition.op === 'or') {
    const rows = condition.of.map(rowOf)
    return rows.every((row) => row !== undefined) ? { join: condition.op, rows } : undefined
  }
  const row = rowOf(condition)
  return row === undefined ? undefined : { join: 'and', rows: [row] }
}

/** The condition that lines mean; undefined when there are none, which always holds. */
export function conditionOf({ join, rows }: ConditionRows): Condition | undefined {
  const parts = rows.filter(({ path }) => path !== '').map(partOf)
  return parts.length > 1 ? { op: join, of: parts } : parts[0]
}

/** Whether a comparison is against a value. */
export function takesValue(op: Comparison): boolean {
  return op !== 'exists' && op !== 'empty'
}

/** What a person typed as a value of a field: numbers and truths where the field, or the look of it, says so. */
export function readValue(text: string, type: string | undefined): string | number | boolean {
  if (type === 'string' || type === 'date' || type === 'url') return text
  if (text === 'true' || text === 'false') return text === 'true'
  const number = Number(text)
  return text.trim() !== '' && Number.isFinite(number) && String(number) === text.trim() ? number : text
}

function rowOf(condition: Condition): ConditionRow | undefined {
  switch (condition.op) {
    case 'exists':
    case 'empty':
      return { path: condition.path, op: condition.op, value: '' }
    case 'and':
    case 'or':
    case 'not':
    case 'native':
      return undefined
    default:
      return { path: condition.path, op: condition.op, value: condition.value }
  }
}

function partOf({ path, op, value }: ConditionRow): Condition {
  return op === 'exists' || op === 'empty' ? { op, path } : { op, path, value }
}
