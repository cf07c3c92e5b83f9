/**
 * Pixels of red, green, blue and alpha with a color where nothing is seen: that of the nearest in the row, else that of the
 * row above or below. Viewers scale colors and mask apart, and what is black behind the mask would show as a dark edge.
 */
export function spreadColors(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const spread = pixels.slice()
  const colors = new Uint32Array(spread.buffer, spread.byteOffset, width * height)
  let lastRow = -1
  for (let row = 0; row < height; row++) {
    const start = row * width
    if (!spreadRow(spread, colors, start, start + width)) continue
    for (let empty = lastRow + 1; empty < row; empty++) {
      const isAbove = lastRow >= 0 && empty - lastRow <= row - empty
      copyRow(colors, isAbove ? lastRow * width : start, empty * width, width)
    }
    lastRow = row
  }
  if (lastRow >= 0)
    for (let row = lastRow + 1; row < height; row++) copyRow(colors, lastRow * width, row * width, width)
  return spread
}

/** Fills the gaps of a row, each half from its side. False when nothing of the row is seen. */
function spreadRow(pixels: Uint8Array, colors: Uint32Array, start: number, end: number): boolean {
  let last = -1
  for (let at = start; at < end; at++) {
    if (pixels[at * 4 + 3] === 0) continue
    const color = colors[at] as number
    if (last === -1) colors.fill(color, start, at)
    else if (at - last > 1) {
      const middle = (last + at + 1) >> 1
      colors.fill(colors[last] as number, last + 1, middle)
      colors.fill(color, middle, at)
    }
    last = at
  }
  if (last !== -1) colors.fill(colors[last] as number, last + 1, end)
  return last !== -1
}

function copyRow(colors: Uint32Array, from: number, to: number, width: number): void {
  colors.copyWithin(to, from, from + width)
}
