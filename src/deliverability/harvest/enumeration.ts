/** Maximum characters of local parts that are compared. */
const maxCompared = 64

/**
 * True if a local part continues an enumeration: it differs from one of the earlier ones only in a number (`user7`, `user8`)
 * or in a single letter (`a.smith`, `b.smith`).
 */
export function enumerates(local: string, earlier: readonly string[]): boolean {
  const name = local.slice(0, maxCompared).toLowerCase()
  const shape = shapeOf(name)
  return earlier.some((text) => {
    const other = text.slice(0, maxCompared).toLowerCase()
    return other !== name && ((shape !== name && shapeOf(other) === shape) || differsByOne(name, other))
  })
}

function shapeOf(name: string): string {
  return name.replace(/\d+/g, '#')
}

// Short names differ in one letter by chance.
function differsByOne(one: string, other: string): boolean {
  if (one.length !== other.length || one.length < 4) return false
  let count = 0
  for (let index = 0; index < one.length && count < 2; index++) if (one[index] !== other[index]) count++
  return count === 1
}
