import type { Color } from '../pixels/pixels.ts'
import { type CountdownStyle, type Layout, digitsSvg, expiredSvg, labelsSvg, layoutOf } from './layout.ts'
import { type Frame, writeGif } from './write-gif.ts'

/** Renders an SVG at a width; returns the coverage of each pixel, 0 to 255. */
export type Cover = (svg: string, width: number) => Promise<Uint8Array>

/** Length of the animation; a countdown stops after it. */
const seconds = 60
/** Palette entries from the background to the text color; one more is transparent. */
const shades = 63
const transparent = shades

/**
 * The time left until a date as an animated GIF of one minute. Each frame contains only the digits that change. After
 * the date, the text `expired` is shown.
 */
export async function renderCountdown(
  look: CountdownStyle,
  { untilMs, nowMs }: { untilMs: number; nowMs: number },
  cover: Cover,
): Promise<Uint8Array> {
  const layout = layoutOf(look)
  const left = Math.ceil((untilMs - nowMs) / 1000)
  const over = left > seconds ? undefined : await cover(expiredSvg(look, layout), layout.width)
  const frames: Frame[] = []
  if (left > 0) {
    const [labels, digits] = [
      await cover(labelsSvg(look, layout), layout.width),
      await cover(digitsSvg(layout), layout.digit.width * 10),
    ]
    const base = panel(layout, labels, 'boxes')
    for (let passed = 0; passed < Math.min(left, seconds); passed++) {
      const indexes = base.slice()
      for (const [index, number] of numbersOf(left - passed, look.labels.length).entries())
        renderNumber(indexes, number, { layout, digits, box: layout.boxes[index] ?? { x: 0, width: 0 } })
      addFrame(frames, indexes)
    }
  }
  if (over !== undefined && left <= seconds) addFrame(frames, panel(layout, over, 'one'))
  const palette = paletteOf(look)
  return writeGif({ width: layout.width, height: layout.height, palette, transparent, frames })
}

/** A frame equal to the previous one extends its delay. */
function addFrame(frames: Frame[], indexes: Uint8Array): void {
  const last = frames.at(-1)
  if (last !== undefined && last.indexes.every((value, i) => value === indexes[i])) last.milliseconds += 1000
  else frames.push({ indexes, milliseconds: 1000 })
}

/** Values of the boxes: days (at most four digits), hours, minutes, seconds, as many as there are boxes. */
export function numbersOf(left: number, count: number): string[] {
  const days = Math.min(9999, Math.floor(left / 86_400))
  const parts = [days, Math.floor((left % 86_400) / 3600), Math.floor((left % 3600) / 60), left % 60]
  return parts.slice(0, count).map((part) => String(part).padStart(2, '0'))
}

/** Static background: rounded boxes, or one box, with their coverage. */
function panel(layout: Layout, covered: Uint8Array, shape: 'boxes' | 'one'): Uint8Array {
  const { width, height, radius } = layout
  const indexes = new Uint8Array(width * height).fill(transparent)
  const boxes = shape === 'one' ? [{ x: 0, width }] : layout.boxes
  for (const box of boxes) {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < box.width; x++) {
        if (isCutOff(x, y, { width: box.width, height, radius })) continue
        const at = y * width + box.x + x
        indexes[at] = shadeOf(covered[at])
      }
    }
  }
  return indexes
}

function isCutOff(
  x: number,
  y: number,
  { width, height, radius }: { width: number; height: number; radius: number },
): boolean {
  const across = Math.max(radius - x - 0.5, x + 0.5 - (width - radius), 0)
  const down = Math.max(radius - y - 0.5, y + 0.5 - (height - radius), 0)
  return Math.hypot(across, down) > radius
}

function renderNumber(
  indexes: Uint8Array,
  number: string,
  { layout, digits, box }: { layout: Layout; digits: Uint8Array; box: { x: number; width: number } },
): void {
  const { digit, width } = layout
  const left = Math.round(box.x + (box.width - digit.width * number.length) / 2)
  for (const [place, character] of [...number].entries()) {
    const from = Number(character) * digit.width
    for (let y = 0; y < digit.height; y++) {
      for (let x = 0; x < digit.width; x++) {
        const shade = shadeOf(digits[y * digit.width * 10 + from + x])
        if (shade > 0) indexes[(digit.top + y) * width + left + place * digit.width + x] = shade
      }
    }
  }
}

function shadeOf(coverage = 0): number {
  return Math.round((coverage / 255) * (shades - 1))
}

function paletteOf({ color, background }: CountdownStyle): Color[] {
  const palette = Array.from({ length: shades }, (_, shade): Color => {
    const mix = (channel: 0 | 1 | 2) =>
      Math.round(background[channel] + ((color[channel] - background[channel]) * shade) / (shades - 1))
    return [mix(0), mix(1), mix(2)]
  })
  return [...palette, background]
}
