import type { Condition } from '../../email/data/index.ts'

/** In the order of the menu. */
export const comparisons = ['exists', 'empty', 'eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains'] as const
export type Comparison = (typeof comparisons)[number]

export interface ConditionRow {
  path: string
  op: Comparison
  value: string | number | boolean | null
}

/** Rows joined by all or any. */
export interface ConditionRows {
  join: 'and' | 'or'
  rows: ConditionRow[]
}

/** A condition as rows; undefined if rows cannot express it: nested, negated or in the syntax of an ESP. */
export function rowsOf(condition: Condition | undefined): ConditionRows | undefined {
  if (condition === undefined) return { join: 'and', rows: [] }
  if (condition.op === 'and' || condition.op === 'or') {
    const rows = condition.of.map(rowOf)
    return rows.every((row) => row !== undefined) ? { join: condition.op, rows } : undefined
  }
  const row = rowOf(condition)
  return row === undefined ? undefined : { join: 'and', rows: [row] }
}

/** The condition of the rows; undefined for no complete row, which always matches. */
export function conditionOf({ join, rows }: ConditionRows): Condition | undefined {
  const parts = rows.filter(({ path }) => path !== '').map(partOf)
  return parts.length > 1 ? { op: join, of: parts } : parts[0]
}

export function takesValue(op: Comparison): boolean {
  return op !== 'exists' && op !== 'empty'
}

/** Converts typed text to a number or boolean, by the type of the field or the form of the text. */
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
