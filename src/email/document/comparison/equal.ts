/** Deep equality of JSON values. The order of an object's members is ignored. */
export function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left)) return Array.isArray(right) && areItemsEqual(left, right)
  return !Array.isArray(right) && areMembersEqual(left, right)
}

function areItemsEqual(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) return false
  for (let index = 0; index < left.length; index++) if (!isEqual(left[index], right[index])) return false
  return true
}

function areMembersEqual(left: object, right: object): boolean {
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  const [one, other] = [left as Record<string, unknown>, right as Record<string, unknown>]
  for (const key of keys) if (!Object.hasOwn(other, key) || !isEqual(one[key], other[key])) return false
  return true
}
