import { type Rgb, contrastOf, fromOklch, printHex, readHex, toOklch } from './oklch.ts'

export type Scheme = 'light' | 'dark'

/** An accent color in one scheme, as `#rrggbb`. */
export interface Accent {
  /** Fills of buttons, switches and selections: the accent, changed as little as visibility needs. */
  fill: string
  /** Text and icons on the fill. */
  onFill: string
  /** The accent as text, icon or ring on a panel. */
  ink: string
}

// The panel colors of theme.css in sRGB, as background of the accent.
const panels: Record<Scheme, Rgb> = { light: [253, 253, 252], dark: [25, 24, 23] }
const white: Rgb = [255, 255, 255]
const ink: Rgb = [23, 22, 20]

/**
 * Derives the accent from a hex color; undefined if that is invalid. Contrast is at least 3 for fills and 4.5 for text.
 */
export function accentOf(color: string, scheme: Scheme): Accent | undefined {
  const given = readHex(color)
  if (given === undefined) return undefined
  const panel = panels[scheme]
  const fill = moveUntil(given, scheme, (moved) => contrastOf(moved, panel) >= 3 && bestOn(moved).contrast >= 4.5)
  return {
    fill: printHex(fill),
    onFill: printHex(bestOn(fill).color),
    // Soft fills of the accent are between text and panel, so a little more than 4.5.
    ink: printHex(moveUntil(given, scheme, (moved) => contrastOf(moved, panel) >= 5.6)),
  }
}

/** Sets scheme and accent on a root element; an invalid accent leaves the default. */
export function applyTheme(root: HTMLElement, scheme: Scheme, primaryColor?: string): void {
  root.dataset['theme'] = scheme
  const accent = primaryColor === undefined ? undefined : accentOf(primaryColor, scheme)
  const tokens = { accent: accent?.fill, 'on-accent': accent?.onFill, 'accent-ink': accent?.ink }
  for (const [name, value] of Object.entries(tokens))
    if (value === undefined) root.style.removeProperty(`--svc-${name}`)
    else root.style.setProperty(`--svc-${name}`, value)
}

function bestOn(fill: Rgb): { color: Rgb; contrast: number } {
  const [light, dark] = [contrastOf(fill, white), contrastOf(fill, ink)]
  return light >= 4.5 || light >= dark ? { color: white, contrast: light } : { color: ink, contrast: dark }
}

// Darker on light panels, lighter on dark ones.
function moveUntil(color: Rgb, scheme: Scheme, isEnough: (moved: Rgb) => boolean): Rgb {
  const { l, c, h } = toOklch(color)
  const step = scheme === 'light' ? -0.01 : 0.01
  for (let moved = color, lightness = l; ; moved = fromOklch({ l: lightness, c, h })) {
    if (isEnough(moved)) return moved
    lightness += step
    if (lightness < 0 || lightness > 1) return scheme === 'light' ? ink : white
  }
}
