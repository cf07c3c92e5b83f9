import type { Condition } from './model.ts'
import { type Scope, lookup } from './scope.ts'

/**
 * `exists` is false for null, false, empty text and an empty list; `empty` is its opposite. Numbers and numeric text
 * compare as numbers, because profile data often contains text. `native` is true: only its own system can evaluate
 * it.
 */
export function isTrue(condition: Condition, scope: Scope): boolean {
  switch (condition.op) {
    case 'and':
      return condition.of.every((one) => isTrue(one, scope))
    case 'or':
      return condition.of.some((one) => isTrue(one, scope))
    case 'not':
      return !isTrue(condition.of, scope)
    case 'exists':
      return !isEmpty(lookup(scope, condition.path))
    case 'empty':
      return isEmpty(lookup(scope, condition.path))
    case 'native':
      return true
    default:
      return compare(condition.op, lookup(scope, condition.path), condition.value)
  }
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === false ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  )
}

function compare(op: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'contains', left: unknown, right: unknown): boolean {
  if (op === 'eq') return isEqual(left, right)
  if (op === 'ne') return !isEqual(left, right)
  if (op === 'contains') return contains(left, right)
  const order = orderOf(left, right)
  if (order === undefined) return false
  if (op === 'gt') return order > 0
  if (op === 'gte') return order >= 0
  return op === 'lt' ? order < 0 : order <= 0
}

function isEqual(left: unknown, right: unknown): boolean {
  if ((left ?? null) === (right ?? null)) return true
  if (typeof left === typeof right) return false
  const [a, b] = [toNumber(left), toNumber(right)]
  return a !== undefined && a === b
}

function contains(left: unknown, right: unknown): boolean {
  if (typeof left === 'string') return right !== null && left.includes(String(right))
  return Array.isArray(left) && left.some((item) => isEqual(item, right))
}

function orderOf(left: unknown, right: unknown): number | undefined {
  const [a, b] = [toNumber(left), toNumber(right)]
  if (a !== undefined && b !== undefined) return a - b
  if (typeof left !== 'string' || typeof right !== 'string') return undefined
  return left < right ? -1 : left > right ? 1 : 0
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || !/^\s*-?\d+(\.\d+)?\s*$/.test(value)) return undefined
  return Number(value)
}
