/**
 * What families of mail clients make of colors in dark mode.
 *
 * `own`: Apple Mail, Thunderbird and others that honor prefers-color-scheme show the colors that the email names for dark mode
 * and change nothing themselves.
 *
 * `partial`: light backgrounds get dark and dark text light; dark backgrounds stay. Outlook.com keeps what
 * `[data-ogsc]` and `[data-ogsb]` rules say (hteumeuleu.com/2019/dealing-with-outlook-com-s-dark-mode) and inverts L* of the rest
 * between the lightness of #333333 and white; the formula is published in Microsoft's editor roosterjs (getDarkColor, MIT).
 * It then raises text until it is readable on its own, so only a color that the email insists on can fail there.
 * Gmail on Android knows no such rules; it is taken to do what Android's forced dark theme does
 * (AOSP libs/hwui/CanvasTransform.cpp, makeDark and makeLight): L* becomes 110 − L* where that darkens a background or lightens text.
 *
 * `full`: Gmail on iOS and Outlook on Windows turn everything round, dark to light too
 * (hteumeuleu.com/2021/fixing-gmail-dark-mode-css-blend-modes; Ometria's and Litmus' lists of clients). Neither publishes
 * its formula: L* is inverted between #141414, Gmail's dark paper on iOS
 * (actionrocket.co/blog/understanding-colors-in-dark-mode), and white.
 */
import { type Rgb, readColor, lightnessOf, withLightness } from './color.ts'

/** Text and what is behind it, with the colors that the email itself names for dark mode. */
export interface Pair {
  color: Rgb
  background: Rgb
  darkColor?: Rgb | undefined
  darkBackground?: Rgb | undefined
}

/** Text and background as they are shown. */
export interface ShownColors {
  color: Rgb
  background: Rgb
}

export function ownDark({ color, background, darkColor, darkBackground }: Pair): ShownColors {
  return { color: darkColor ?? color, background: darkBackground ?? background }
}

/** What Outlook.com shows when the email names a dark color for the text; otherwise it manages contrast itself. */
export function outlookComDark(pair: Pair): ShownColors | undefined {
  if (pair.darkColor === undefined) return undefined
  const background = pair.darkBackground ?? (isLight(pair.background) ? onGrey(pair.background) : pair.background)
  return { color: pair.darkColor, background }
}

export function androidDark({ color, background }: Pair): ShownColors {
  return { color: lighter(color), background: darker(background) }
}

export function fullDark({ color, background }: Pair): ShownColors {
  return { color: onPaper(color), background: onPaper(background) }
}

const grey = lightnessOf(readColor('#333333') as Rgb)
const paper = lightnessOf(readColor('#141414') as Rgb)

const onGrey = remembering((color) => invert(color, grey))
const onPaper = remembering((color) => invert(color, paper))
const lighter = remembering((color) => forced(color, Math.max))
const darker = remembering((color) => forced(color, Math.min))

// An email has a few colors, each an object that all its uses share, and several rules turn each round.
function remembering(turn: (color: Rgb) => Rgb): (color: Rgb) => Rgb {
  const known = new WeakMap<Rgb, Rgb>()
  return (color) => {
    let turned = known.get(color)
    if (turned === undefined) known.set(color, (turned = turn(color)))
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
