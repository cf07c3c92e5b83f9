import type { Rgb } from './color.ts'

/** Relative luminance, 0 to 1 (WCAG 2.2). */
export function luminance({ r, g, b }: Rgb): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/** Contrast of two opaque colors, 1 to 21 (WCAG 2.2). */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** The least contrast for text: 3 from 24 px, or 18.66 px in bold, on; 4.5 for smaller (WCAG 2.2, 1.4.3). */
export function minContrast(size: number, weight: number): number {
  return size >= 24 || (size >= 18.66 && weight >= 700) ? 3 : 4.5
}

// Colors of emails are whole numbers, and to raise to a power costs most of all that is done with them.
const wholeChannels = Array.from({ length: 256 }, (_, channel) => toLight(channel))

/** One channel of sRGB, 0 to 255, as light, 0 to 1. */
export function linear(channel: number): number {
  return wholeChannels[channel] ?? toLight(channel)
}

function toLight(channel: number): number {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
