/**
 * Dark mode color changes by family of mail clients.
 *
 * `own`: Apple Mail, Thunderbird and others that support prefers-color-scheme apply the email's dark mode colors and change
 * nothing themselves.
 *
 * `partial`: light backgrounds become dark and dark text becomes light; dark backgrounds stay. Outlook.com applies
 * `[data-ogsc]` and `[data-ogsb]` rules (hteumeuleu.com/2019/dealing-with-outlook-com-s-dark-mode) and inverts L* of all
 * other colors between the lightness of #333333 and white; Microsoft's editor roosterjs publishes the formula (getDarkColor,
 * MIT). It then adjusts text until it is readable, so only a color with an explicit dark mode value can fail there. Gmail on
 * Android does not support such rules; we assume that it does the same as Android's forced dark theme (AOSP
 * libs/hwui/CanvasTransform.cpp, makeDark and makeLight): L* becomes 110 − L* where that darkens a background or lightens
 * text.
 *
 * `full`: Gmail on iOS and Outlook on Windows invert all colors, dark to light too
 * (hteumeuleu.com/2021/fixing-gmail-dark-mode-css-blend-modes; client lists of Ometria and Litmus). Neither publishes its
 * formula: L* is inverted between #141414, Gmail's dark background on iOS
 * (actionrocket.co/blog/understanding-colors-in-dark-mode), and white.
 */
import { type Rgb, readColor, lightnessOf, withLightness } from './color.ts'

/** Text and background color, with the email's own dark mode colors. */
export interface Pair {
  color: Rgb
  background: Rgb
  darkColor?: Rgb | undefined
  darkBackground?: Rgb | undefined
}

/** Displayed text and background color. */
export interface ShownColors {
  color: Rgb
  background: Rgb
}

export function ownDark({ color, background, darkColor, darkBackground }: Pair): ShownColors {
  return { color: darkColor ?? color, background: darkBackground ?? background }
}

/** Colors in Outlook.com if the email sets a dark mode color for the text; otherwise Outlook.com ensures contrast itself. */
export function outlookComDark(pair: Pair): ShownColors | undefined {
  if (pair.darkColor === undefined) return undefined
  const background = pair.darkBackground ?? (isLight(pair.background) ? onGray(pair.background) : pair.background)
  return { color: pair.darkColor, background }
}

export function androidDark({ color, background }: Pair): ShownColors {
  return { color: lighter(color), background: darker(background) }
}

export function fullDark({ color, background }: Pair): ShownColors {
  return { color: onOutlookDark(color), background: onOutlookDark(background) }
}

const gray = lightnessOf(readColor('#333333') as Rgb)
const outlookDark = lightnessOf(readColor('#141414') as Rgb)

const onGray = memoized((color) => invert(color, gray))
const onOutlookDark = memoized((color) => invert(color, outlookDark))
const lighter = memoized((color) => forced(color, Math.max))
const darker = memoized((color) => forced(color, Math.min))

// An email has few colors, each an object shared by all its uses, and several rules convert each one.
function memoized(convert: (color: Rgb) => Rgb): (color: Rgb) => Rgb {
  const known = new WeakMap<Rgb, Rgb>()
  return (color) => {
    let turned = known.get(color)
    if (turned === undefined) known.set(color, (turned = convert(color)))
    return turned
  }
}

function isLight(color: Rgb): boolean {
  return lightnessOf(color) > 50
}

function invert(color: Rgb, floor: number): Rgb {
  return withLightness(color, ((100 - lightnessOf(color)) * (100 - floor)) / 100 + floor)
}

function forced(color: Rgb, pick: (one: number, other: number) => number): Rgb {
  const lightness = lightnessOf(color)
  const turned = Math.min(110 - lightness, 100)
  const kept = pick(turned, lightness)
  return kept === lightness ? color : withLightness(color, kept)
}
