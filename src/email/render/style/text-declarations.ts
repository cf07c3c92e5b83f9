import type { ComputedStyle } from './computed-style.ts'

import type { Palette } from './palette.ts'
import { writtenOnce } from './one-piece.ts'

/** Declarations are separated by semicolons, without a trailing one. */
export function addDeclaration(css: string, declaration: string): string {
  return css === '' ? declaration : `${css};${declaration}`
}

/** Cached in the palette: an email has about ten text styles and repeats them a hundred times. */
export function textDeclarations(style: ComputedStyle, palette: Palette): string {
  const { color, decoration, font, italic, letterSpacing, lineHeight, size, transform, weight } = style
  for (const cached of palette.textStyles) {
    if (
      cached.size === size &&
      cached.color === color &&
      cached.weight === weight &&
      cached.lineHeight === lineHeight &&
      cached.font === font &&
      cached.letterSpacing === letterSpacing &&
      cached.transform === transform &&
      cached.decoration === decoration &&
      cached.italic === italic
    ) {
      if (cached.mustReport) palette.reportUse(cached)
      return cached.css
    }
  }
  const css = write(style, palette)
  const mustReport = palette.mustReport(style)
  const cached = {
    font,
    size,
    weight,
    italic,
    lineHeight,
    letterSpacing,
    transform,
    decoration,
    color,
    css,
    mustReport,
  }
  if (palette.textStyles.length < max) palette.textStyles.push(cached)
  return cached.css
}

/** Maximum styles that are searched; beyond, declarations are written again. */
const max = 32

const fontSize = writtenOnce((size) => `font-size:${size}px`)
const fontWeight = writtenOnce((weight) => `font-weight:${weight}`)
const lineHeightOf = writtenOnce((height) => `line-height:${height}`)

function write(style: ComputedStyle, palette: Palette): string {
  const { decoration, italic, letterSpacing, lineHeight, size, transform, weight } = style
  const font = style.font === undefined ? undefined : palette.font(style.font)
  const color = palette.light(style.color)
  let css = ''
  if (font !== undefined) css = `font-family:${font}`
  if (size !== undefined) css = addDeclaration(css, fontSize(size))
  if (weight !== undefined) css = addDeclaration(css, fontWeight(weight))
  if (italic) css = addDeclaration(css, 'font-style:italic')
  if (lineHeight !== undefined) css = addDeclaration(css, lineHeightOf(lineHeight))
  if (letterSpacing !== undefined && letterSpacing !== 0) css = addDeclaration(css, `letter-spacing:${letterSpacing}px`)
  if (transform !== undefined && transform !== 'none') css = addDeclaration(css, `text-transform:${transform}`)
  if (decoration === 'underline') css = addDeclaration(css, 'text-decoration:underline')
  return color === undefined ? css : addDeclaration(css, `color:${color}`)
}
