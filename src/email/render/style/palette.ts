import type { Color, Style, Theme, ThemeColor } from '../../document/index.ts'
import type { Warnings } from '../values/warnings.ts'
import type { Use } from './sheet.ts'

/** Resolved colors and fonts of the theme; every value that it returns is safe in a style attribute. */
export class Palette {
  /** Requested web fonts, in order of first use. */
  readonly webFonts = new Set<string>()
  /** First families that are missing on Windows, each with an installed replacement, in order of first use. */
  readonly missingFonts = new Map<string, string>()
  /** Uses of fonts that the head declares; recorded only while pieces of HTML are cached. */
  log: Use[] | undefined
  /** Text styles whose declarations are cached. */
  readonly textStyles: TextStyle[] = []
  readonly #theme: Theme
  readonly #warnings: Warnings
  /** True if any color has a dark value of its own. */
  readonly #hasDark: boolean
  readonly #colors = new Map<Color, ThemeColor>()
  readonly #fonts = new Map<string, FontStack>()

  constructor(theme: Theme, warnings: Warnings) {
    this.#theme = theme
    this.#warnings = warnings
    this.#hasDark = Object.values(theme.colors).some(({ dark }) => dark !== undefined)
  }

  /** Light and dark value; undefined for a color that the theme does not define. */
  color(color: Color): ThemeColor | undefined {
    const known = this.#colors.get(color)
    if (known === unknown) {
      this.#warnings.arose++
      return undefined
    }
    if (known !== undefined) return known
    const resolved = this.#resolve(color)
    this.#colors.set(color, resolved ?? unknown)
    return resolved
  }

  light(color: Color | undefined): string | undefined {
    return color === undefined ? undefined : this.color(color)?.light
  }

  /** Undefined if the color has no dark value; `override` is the node's own dark color. */
  dark(color: Color | undefined, override?: Color): string | undefined {
    if (override !== undefined) {
      const own = this.color(override)
      return own?.dark ?? own?.light
    }
    return color === undefined || !this.#hasDark ? undefined : this.color(color)?.dark
  }

  /** A font stack for `font-family`. */
  font(font: string): string {
    let known = this.#fonts.get(font)
    if (known === undefined) {
      known = this.#stack(font)
      this.#fonts.set(font, known)
    } else if (known.isUnknown) this.#warnings.arose++
    if (this.log !== undefined && known.isWebFont) this.log.push({ kind: 'font', text: font, name: '' })
    return known.stack
  }

  /**
   * True if each use of the style must be reported: the head declares its font, or the theme lacks its font or color.
   */
  mustReport({ color, font }: Pick<Style, 'color' | 'font'>): boolean {
    const known = font === undefined ? undefined : this.#fonts.get(font)
    return known?.isWebFont === true || known?.isUnknown === true || this.#colors.get(color ?? '') === unknown
  }

  /** Reports the use of the font and the color again. */
  reportUse({ color, font }: Pick<TextStyle, 'color' | 'font'>): void {
    if (font !== undefined) this.font(font)
    this.light(color)
  }

  #resolve(color: Color): ThemeColor | undefined {
    if (!color.startsWith('$color.')) return literal(color)
    const name = color.slice(7)
    const entry = Object.hasOwn(this.#theme.colors, name) ? this.#theme.colors[name] : undefined
    const light = entry === undefined ? undefined : literal(entry.light)?.light
    if (entry === undefined || light === undefined) {
      this.#warnings.add('UNKNOWN_COLOR', `The theme has no color named ${JSON.stringify(name)}.`)
      return undefined
    }
    const dark = entry.dark === undefined ? undefined : literal(entry.dark)?.light
    return dark === undefined ? { light } : { light, dark }
  }

  #stack(font: string): FontStack {
    if (!font.startsWith('$font.')) return this.#note(safeFont(font))
    const name = font.slice(6)
    const entry = Object.hasOwn(this.#theme.fonts, name) ? this.#theme.fonts[name] : undefined
    if (entry === undefined) {
      this.#warnings.add('UNKNOWN_FONT', `The theme has no font named ${JSON.stringify(name)}.`)
      return { stack: fallbackFont, isWebFont: false, isUnknown: true }
    }
    if (entry.href !== undefined) this.webFonts.add(name)
    const { family, fallback } = entry
    const recorded = this.#note(safeFont(fallback === '' ? family : `${quoted(family)},${fallback}`))
    return entry.href === undefined ? recorded : { ...recorded, isWebFont: true }
  }

  #note({ stack, missing }: SafeFont): FontStack {
    if (missing !== undefined) this.missingFonts.set(missing.family, missing.replacement)
    return { stack, isWebFont: missing !== undefined, isUnknown: false }
  }
}

/** Inputs of the declarations of text, and the result. */
interface TextStyle {
  font: string | undefined
  size: number | undefined
  weight: number | undefined
  italic: boolean | undefined
  lineHeight: number | undefined
  letterSpacing: number | undefined
  transform: string | undefined
  decoration: string | undefined
  color: Color | undefined
  css: string
  mustReport: boolean
}

interface FontStack {
  stack: string
  /** True if the head declares the font. */
  isWebFont: boolean
  /** True if the theme does not define the font. */
  isUnknown: boolean
}

const unknown: ThemeColor = { light: '' }

const shape = /^(?:#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|transparent)$/

// Mail clients do not support eight-digit colors, but most support rgba().
function literal(color: Color): ThemeColor | undefined {
  if (!shape.test(color)) return undefined
  if (color.length !== 9) return { light: color }
  const part = (at: number) => Number.parseInt(color.slice(at, at + 2), 16)
  const alpha = Math.round((part(7) / 255) * 100) / 100
  return { light: alpha === 1 ? color.slice(0, 7) : `rgba(${part(1)},${part(3)},${part(5)},${alpha})` }
}

// Names of several words require quotes.
function quoted(family: string): string {
  return /^['"]|,/.test(family) || /^[\w-]+$/.test(family) ? family : `'${family}'`
}

/** Available in every mail client. */
const fallbackFont = 'Arial,Helvetica,sans-serif'

interface SafeFont {
  stack: string
  /** The first family if it is missing on Windows, with its replacement; undefined if it is installed there. */
  missing: { family: string; replacement: string } | undefined
}

const known = new Map<string, SafeFont>()
const max = 500

/** Keeps only characters of a list of font names; the quotes of the surrounding attribute are double. */
function safeFont(stack: string): SafeFont {
  const before = known.get(stack)
  if (before !== undefined) return before
  if (known.size >= max) known.clear()
  const safe = stack
    .replaceAll('"', "'")
    .replace(/[^\p{L}\p{N} _.,'-]/gu, '')
    .replace(/(?:(?<!\s)\s+)?,\s*/g, ',')
    .trim()
  const written = safe === '' || safe.split("'").length % 2 === 0 ? fallbackFont : safe
  const font = { stack: written, missing: missingFontIn(written) }
  known.set(stack, font)
  return font
}

// Installed on Windows, where Outlook uses them.
const windowsFonts = new Set(
  'arial,arial black,arial narrow,helvetica,bahnschrift,book antiqua,bookman old style,calibri,calibri light,cambria,candara,century gothic,comic sans ms,consolas,constantia,corbel,courier,courier new,franklin gothic medium,gadugi,garamond,georgia,gill sans mt,impact,lucida console,lucida sans,lucida sans unicode,malgun gothic,microsoft jhenghei,microsoft sans serif,microsoft yahei,ms gothic,ms mincho,ms pgothic,palatino linotype,segoe ui,simhei,simsun,sylfaen,tahoma,times,times new roman,trebuchet ms,verdana,yu gothic'.split(
    ',',
  ),
)
const generic: Record<string, string> = {
  serif: 'Georgia',
  'sans-serif': 'Arial',
  monospace: 'Courier New',
  'system-ui': 'Segoe UI',
}

function missingFontIn(stack: string): SafeFont['missing'] {
  const [family = '', ...rest] = stack.replaceAll("'", '').split(',')
  const first = family.toLowerCase()
  if (first === '' || windowsFonts.has(first) || Object.hasOwn(generic, first)) return undefined
  for (const name of rest) {
    const one = name.toLowerCase()
    if (windowsFonts.has(one)) return { family, replacement: name }
    const replacement = Object.hasOwn(generic, one) ? generic[one] : undefined
    if (replacement !== undefined) return { family, replacement }
  }
  return { family, replacement: 'Arial' }
}
