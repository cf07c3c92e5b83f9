/** RGBA, 8 bits per channel, row by row. */
export interface Pixels {
  width: number
  height: number
  data: Uint8Array
  /** The whole iCCP chunk of a PNG. */
  profile?: Uint8Array
}

/** Pixels. */
export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

export type Color = readonly [red: number, green: number, blue: number]

/** The rectangle must lie inside the image. */
export function cutOut(from: Pixels, { x, y, width, height }: Rect): Pixels {
  if (x === 0 && y === 0 && width === from.width && height === from.height) return from
  const data = new Uint8Array(width * height * 4)
  for (let row = 0; row < height; row++) {
    const start = ((y + row) * from.width + x) * 4
    data.set(from.data.subarray(start, start + width * 4), row * width * 4)
  }
  return { ...from, width, height, data }
}

/** A larger canvas with the image at a position, transparent around it. */
export function placeOn(from: Pixels, { x, y, width, height }: Rect): Pixels {
  const data = new Uint8Array(width * height * 4)
  for (let row = 0; row < from.height; row++) {
    const line = from.data.subarray(row * from.width * 4, (row + 1) * from.width * 4)
    data.set(line, ((y + row) * width + x) * 4)
  }
  return { ...from, width, height, data }
}

/**
 * Multiplies colors by alpha, in place. Interpolation requires this: otherwise the color of transparent pixels shows
 * at edges.
 */
export function premultiply({ data }: Pixels): void {
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3] as number
    if (alpha === 255) continue
    data[i] = ((data[i] as number) * alpha + 127) / 255
    data[i + 1] = ((data[i + 1] as number) * alpha + 127) / 255
    data[i + 2] = ((data[i + 2] as number) * alpha + 127) / 255
  }
}

/** Inverse of `premultiply`, in place. */
export function unpremultiply({ data }: Pixels): void {
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3] as number
    if (alpha === 255 || alpha === 0) continue
    for (let channel = i; channel < i + 3; channel++)
      data[channel] = Math.min(255, ((data[channel] as number) * 255 + alpha / 2) / alpha)
  }
}

/** Composites premultiplied colors over a background, in place; the result is opaque. */
export function flatten({ data }: Pixels, [red, green, blue]: Color): void {
  for (let i = 0; i < data.length; i += 4) {
    const rest = 255 - (data[i + 3] as number)
    if (rest === 0) continue
    // Scaling overshoots at edges: a premultiplied color may exceed its alpha.
    data[i] = Math.min(255, (data[i] as number) + (red * rest + 127) / 255)
    data[i + 1] = Math.min(255, (data[i + 1] as number) + (green * rest + 127) / 255)
    data[i + 2] = Math.min(255, (data[i + 2] as number) + (blue * rest + 127) / 255)
    data[i + 3] = 255
  }
}
