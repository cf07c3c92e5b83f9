import type { ComputedStyle } from './computed-style.ts'
import type { Palette } from './palette.ts'

/** One more declaration; all are joined by semicolons, none ends in one. */
export function addDeclaration(css: string, declaration: string): string {
  return css === '' ? declaration : `${css};${declaration}`
}

/** Everything the declarations of text depend on, resolved. */
interface TextLook {
  font: string | undefined
  size: number | undefined
  weight: number | undefined
  italic: boolean | undefined
  lineHeight: number | undefined
  letterSpacing: number | undefined
  transform: string | undefined
  decoration: string | undefined
  color: string | undefined
  css: string
}

// An email has about ten looks and says them a hundred times: writing each once is a third of a rendering.
const looks: TextLook[] = []
const most = 64
let oldest = 0

/** The declarations of the text properties. */
export function textDeclarations(style: ComputedStyle, palette: Palette): string {
  const font = style.font === undefined ? undefined : palette.font(style.font)
  const color = style.color === undefined ? undefined : palette.light(style.color)
  const { size, weight, italic, lineHeight, letterSpacing, transform, decoration } = style
  for (const look of looks) {
    if (
      look.size === size &&
      look.color === color &&
      look.weight === weight &&
      look.lineHeight === lineHeight &&
      look.font === font &&
      look.letterSpacing === letterSpacing &&
      look.transform === transform &&
      look.decoration === decoration &&
      look.italic === italic
    )
      return look.css
  }
  const look = { font, size, weight, italic, lineHeight, letterSpacing, transform, decoration, color, css: '' }
  look.css = write(look)
  // Reading one character makes the engine join the pieces of the string now, instead of at every use.
  look.css.charCodeAt(0)
  looks[oldest] = look
  oldest = (oldest + 1) % most
  return look.css
}

function write(look: TextLook): string {
  const { font, size, weight, lineHeight, letterSpacing, transform, color } = look
  let css = ''
  if (font !== undefined) css = addDeclaration(css, `font-family:${font}`)
  if (size !== undefined) css = addDeclaration(css, `font-size:${size}px`)
  if (weight !== undefined) css = addDeclaration(css, `font-weight:${weight}`)
  if (look.italic) css = addDeclaration(css, 'font-style:italic')
  if (lineHeight !== undefined) css = addDeclaration(css, `line-height:${lineHeight}`)
  if (letterSpacing !== undefined && letterSpacing !== 0) css = addDeclaration(css, `letter-spacing:${letterSpacing}px`)
  if (transform !== undefined && transform !== 'none') css = addDeclaration(css, `text-transform:${transform}`)
  if (look.decoration === 'underline') css = addDeclaration(css, 'text-decoration:underline')
  return color === undefined ? css : addDeclaration(css, `color:${color}`)
}
