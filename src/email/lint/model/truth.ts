import { type Condition, type FieldDeclaration, createScope, isTrue } from '../../data/index.ts'
import { pathsOf } from './values.ts'

/** Maximum number of value combinations; a condition with more is treated as dependent on the data. */
const maxAttempts = 4096

/**
 * True or false if a condition is constant, undefined if it depends on the data. Evaluates it with every value that could
 * make a difference: a missing one, each compared value and its neighbors, and both booleans for a field without other
 * values.
 */
export function alwaysIs(condition: Condition, fields: readonly FieldDeclaration[]): boolean | undefined {
  const paths = [...new Set(pathsOf(condition))]
  if (paths.length === 0 || hasNative(condition)) return undefined
  // A path inside another would change with it.
  if (paths.some((path) => paths.some((other) => other.startsWith(`${path}.`)))) return undefined
  const choices = paths.map((path) =>
    valuesFor(
      condition,
      path,
      fields.find((field) => field.path === path),
    ),
  )
  if (choices.reduce((product, list) => product * list.length, 1) > maxAttempts) return undefined
  const results = new Set<boolean>()
  const chosen = new Map<string, unknown>()
  const attempt = (at: number): void => {
    if (results.size > 1) return
    const path = paths[at]
    if (path === undefined) {
      results.add(isTrue(condition, createScope(dataOf(chosen))))
      return
    }
    for (const value of choices[at] ?? []) {
      chosen.set(path, value)
      attempt(at + 1)
    }
  }
  attempt(0)
  return results.size === 1 ? results.has(true) : undefined
}

function valuesFor(condition: Condition, path: string, field: FieldDeclaration | undefined): unknown[] {
  // A required value may still be missing: only strict rendering rejects that.
  const isPresent = field?.default !== undefined && field.default !== ''
  const values: unknown[] = isPresent ? [] : [undefined]
  if (field?.type === 'boolean') return [...values, true, false]
  if (field?.type === 'list') return [...values, [], [{}]]
  values.push('\u0001', true, field?.type === 'number' ? 0 : '', 1)
  for (const { op, value } of comparisonsOf(condition, path)) {
    values.push(value)
    const number = typeof value === 'string' ? Number(value) : value
    if (typeof number === 'number' && Number.isFinite(number)) values.push(number - 1, number + 1)
    if (op === 'contains') values.push(`\u0001${String(value)}\u0001`, [value])
    if (typeof value === 'string') values.push(`${value}\u0001`)
  }
  return values
}

type Comparison = Extract<Condition, { value: unknown }>

function comparisonsOf(condition: Condition, path: string): Comparison[] {
  if (condition.op === 'and' || condition.op === 'or') return condition.of.flatMap((one) => comparisonsOf(one, path))
  if (condition.op === 'not') return comparisonsOf(condition.of, path)
  return 'value' in condition && condition.path === path ? [condition] : []
}

function hasNative(condition: Condition): boolean {
  if (condition.op === 'and' || condition.op === 'or') return condition.of.some(hasNative)
  return condition.op === 'not' ? hasNative(condition.of) : condition.op === 'native'
}

function dataOf(chosen: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const data: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const [path, value] of chosen) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    let at = data
    for (const key of keys) at = (at[key] ??= Object.create(null)) as Record<string, unknown>
    at[last] = value
  }
  return data
}
