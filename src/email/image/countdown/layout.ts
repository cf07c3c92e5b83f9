/** Layout of a countdown image, and its static parts as SVG. Lengths are pixels of the image. */
import type { Color } from '../pixels/pixels.ts'

export interface CountdownStyle {
  /** One to four: days, hours, minutes, seconds. */
  labels: readonly string[]
  color: Color
  background: Color
  /** Font size of the digits, CSS pixels; the image has twice as many for dense screens. */
  size: number
  expired: string
}

export interface Layout {
  width: number
  height: number
  /** From left to right, all of the same size and the full height. */
  boxes: readonly { x: number; width: number }[]
  radius: number
  /** Advance of a digit, and its rendered range. */
  digit: { width: number; height: number; top: number }
  /** Font size of the digits. */
  em: number
}

/** Advance of Arimo's tabular digits, em. */
const digitAdvance = 0.556
/** Between two boxes. */
const gap = 16
/** Font size of labels relative to the digits. */
const labelShare = 0.36

export function layoutOf({ labels, size }: Pick<CountdownStyle, 'labels' | 'size'>): Layout {
  const em = size * 2
  const width = em * 3 * labels.length
  const step = (width + gap) / labels.length
  const boxes = labels.map((_, index) => {
    const x = Math.round(index * step)
    return { x, width: Math.round((index + 1) * step - gap) - x }
  })
  const digit = { width: Math.ceil(em * digitAdvance), height: Math.round(em * 1.1), top: Math.round(em * 0.28) }
  return { width, height: Math.round(em * 2.1), boxes, radius: 12, digit, em }
}

/** The ten digits side by side, white on transparent. */
export function digitsSvg({ digit, em }: Layout): string {
  const texts = Array.from({ length: 10 }, (_, value) => {
    const x = (value + 0.5) * digit.width
    return `<text x="${x}" y="${em * 0.9}" text-anchor="middle" font-size="${em}" font-weight="700">${value}</text>`
  })
  return sheet({ width: digit.width * 10, height: digit.height }, texts)
}

/** Labels at their positions, white on transparent. */
export function labelsSvg({ labels }: CountdownStyle, { boxes, width, height, em }: Layout): string {
  const texts = boxes.map((box, index) => {
    const label = labels[index] ?? ''
    const size = fitting(label, em * labelShare, box.width * 0.9)
    return `<text x="${box.x + box.width / 2}" y="${em * 1.78}" text-anchor="middle" font-size="${size}">${escaped(label)}</text>`
  })
  return sheet({ width, height }, texts)
}

/** Text after the end, white on transparent. */
export function expiredSvg({ expired }: CountdownStyle, { width, height, em }: Layout): string {
  const size = fitting(expired, em * 0.8, width * 0.92)
  const middle = height / 2 + size * 0.35
  return sheet({ width, height }, [
    `<text x="${width / 2}" y="${middle}" text-anchor="middle" font-size="${size}" font-weight="700">${escaped(expired)}</text>`,
  ])
}

function sheet({ width, height }: { width: number; height: number }, texts: readonly string[]): string {
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="Arimo" fill="#fff">${texts.join('')}</svg>`
}

// Estimates half an em per letter, more than the average.
function fitting(text: string, size: number, width: number): number {
  return Math.min(size, width / Math.max(1, [...text].length * 0.58))
}

function escaped(text: string): string {
  const clean = text.toWellFormed().replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
  return clean.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
