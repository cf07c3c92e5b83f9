/** The first free name: `color`, `color2`, … */
export function freeName(known: Readonly<Record<string, unknown>>, start: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? start : `${start}${number}`
    if (!Object.hasOwn(known, name)) return name
  }
}

/** Converts a typed name to one that the document accepts; undefined if nothing is left. */
export function nameFrom(typed: string): string | undefined {
  const words = typed
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9_-]+/)
    .filter((word) => word !== '')
  const name = words
    .map((word, at) => (at === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
    .join('')
    .slice(0, 64)
  return /^[A-Za-z]/.test(name) ? name : undefined
}
