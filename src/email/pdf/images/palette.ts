const max = 256

/**
 * Pixels of red, green, blue and alpha by the number of their color, where there are at most 256; undefined where there
 * are more. What cannot be seen has the first color.
 */
export function indexColors(
  pixels: Uint8Array,
  count: number,
): { palette: Uint8Array; indices: Uint8Array } | undefined {
  const numbers = new Map<number, number>()
  const indices = new Uint8Array(count)
  const colors: number[] = []
  let last = -1
  let lastIndex = 0
  for (let at = 0; at < count; at++) {
    const from = at * 4
    if (pixels[from + 3] === 0) continue
    const color = ((pixels[from] as number) << 16) | ((pixels[from + 1] as number) << 8) | (pixels[from + 2] as number)
    if (color !== last) {
      const known = numbers.get(color)
      if (known === undefined) {
        if (colors.length === max) return undefined
        numbers.set(color, colors.length)
        lastIndex = colors.length
        colors.push(color)
      } else lastIndex = known
      last = color
    }
    indices[at] = lastIndex
  }
  if (colors.length === 0) colors.push(0)
  return {
    palette: Uint8Array.from(colors.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255])),
    indices,
  }
}
