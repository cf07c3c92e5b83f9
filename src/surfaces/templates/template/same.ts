/** Whether two JSON values are equal; the order of an object's members does not count, storage may change it. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isSame(item, b[index]))
  }
  if (Array.isArray(b)) return false
  return isSameRecord(a as Record<string, unknown>, b as Record<string, unknown>)
}

function isSameRecord(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]))
}
