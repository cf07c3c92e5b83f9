import { normalLineHeight } from '../../web/index.ts'
import { readColor, readFont, readLength, readSize } from '../css/values.ts'
import type { Element } from '../tree/dom.ts'

/** The inherited text style at an element of the input. */
export interface InheritedStyle {
  font: string | undefined
  /** px */
  size: number
  weight: number
  italic: boolean
  /** A multiple of the size, or px; `normal` is undefined. */
  lineHeight: { factor: number } | { px: number } | undefined
  letterSpacing: number
  transform: 'uppercase' | 'lowercase' | 'capitalize' | undefined
  color: string
  align: 'left' | 'center' | 'right' | 'justify' | undefined
  /** Alignment of tables and blocks narrower than their container, from legacy attributes only. */
  blockAlign: 'left' | 'center' | 'right' | undefined
  /** The text alignment comes from a legacy attribute, which tables do not inherit. */
  isOldAlign: boolean
  underline: boolean
  strike: boolean
  sub: boolean
  sup: boolean
  code: boolean
  background: string | undefined
  keepsSpace: boolean
}

export const plainStyle: InheritedStyle = {
  font: undefined,
  size: 16,
  weight: 400,
  italic: false,
  lineHeight: undefined,
  letterSpacing: 0,
  transform: undefined,
  color: '#000000',
  align: undefined,
  blockAlign: undefined,
  isOldAlign: false,
  underline: false,
  strike: false,
  sub: false,
  sup: false,
  code: false,
  background: undefined,
  keepsSpace: false,
}

const sizes: Record<string, number> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
}

export function styleInside(
  element: Element,
  css: Record<string, string>,
  around: InheritedStyle,
  isQuirky: boolean,
): InheritedStyle {
  const look = { ...around, background: isInline(element) ? around.background : undefined }
  const { name, attributes } = element
  if (name === 'table') {
    look.blockAlign = undefined
    if (look.isOldAlign) look.align = undefined
    look.isOldAlign = false
    if (isQuirky) Object.assign(look, { size: 16, weight: 400, italic: false, lineHeight: undefined, align: undefined })
  }
  applyText(look, css, around)
  const old =
    name === 'center' ? 'center' : name === 'table' || name === 'img' ? undefined : attributes['align']?.toLowerCase()
  const declared = css['text-align']?.toLowerCase()
  if (old !== undefined && declared === old && (old === 'left' || old === 'center' || old === 'right')) {
    look.blockAlign = old
    look.isOldAlign = true
  } else if (declared !== undefined && name !== 'th') {
    look.blockAlign = undefined
    look.isOldAlign = false
  }
  if (name === 'code' || name === 'tt' || name === 'kbd') look.code = true
  return look
}

/** Applies the declarations of a layer to a text style. */
export function applyText(look: InheritedStyle, css: Record<string, string>, around: InheritedStyle): void {
  const size = css['font-size']
  if (size !== undefined) look.size = readFontSize(size, around.size) ?? look.size
  const weight = css['font-weight']
  if (weight !== undefined) look.weight = readWeight(weight, around.weight)
  const style = css['font-style']
  if (style !== undefined && style !== 'inherit') look.italic = /italic|oblique/i.test(style)
  const font = readFont(css['font-family'])
  if (font !== undefined) look.font = font
  if (css['line-height'] !== undefined) look.lineHeight = readLineHeight(css['line-height'], look.size, look.lineHeight)
  if (css['letter-spacing'] !== undefined) {
    look.letterSpacing = Math.min(50, Math.max(-10, readLength(css['letter-spacing'], look.size) ?? 0))
  }
  const transform = css['text-transform']?.toLowerCase()
  if (transform === 'uppercase' || transform === 'lowercase' || transform === 'capitalize') look.transform = transform
  else if (transform === 'none') look.transform = undefined
  const color = readColor(css['color'])
  if (color !== undefined && color !== 'transparent') look.color = color
  const align = css['text-align']?.toLowerCase()
  if (align === 'left' || align === 'center' || align === 'right' || align === 'justify') look.align = align
  else if (align === 'start') look.align = undefined
  else if (align === 'end') look.align = 'right'
  const decoration = css['text-decoration']?.toLowerCase()
  if (decoration !== undefined) {
    if (decoration.includes('underline')) look.underline = true
    if (decoration.includes('line-through')) look.strike = true
  }
  const vertical = css['vertical-align']?.toLowerCase()
  if (vertical === 'sub') look.sub = true
  else if (vertical === 'super') look.sup = true
  const space = css['white-space']?.toLowerCase()
  if (space !== undefined) look.keepsSpace = space.startsWith('pre')
}

/** In px. */
function readFontSize(text: string, around: number): number | undefined {
  const value = text.trim().toLowerCase()
  const px =
    value === 'smaller'
      ? around * 0.833
      : value === 'larger'
        ? around * 1.2
        : (sizes[value] ?? readSize(value, around, around))
  return px === undefined || px < 0 ? undefined : px
}

function readWeight(text: string, around: number): number {
  const value = text.trim().toLowerCase()
  if (value === 'bold') return 700
  if (value === 'normal') return 400
  if (value === 'bolder') return around >= 600 ? 900 : 700
  if (value === 'lighter') return around >= 700 ? 400 : 100
  const number = Number(value)
  return number >= 1 && number <= 1000 ? Math.min(900, Math.max(100, Math.round(number / 100) * 100)) : around
}

function readLineHeight(
  text: string,
  size: number,
  around: InheritedStyle['lineHeight'],
): InheritedStyle['lineHeight'] {
  const value = text.trim().toLowerCase()
  if (value === 'normal' || value === 'initial') return undefined
  if (/^[\d.]+$/.test(value)) return { factor: Number(value) }
  const px = readSize(value, size, size)
  return px === undefined ? around : { px }
}

/** Line height as a multiple of the font size. */
export function lineFactor(look: InheritedStyle): number {
  const { lineHeight, size } = look
  if (lineHeight === undefined) return size < 1 ? 1.15 : normalLineHeight(look.font, size) / size
  return 'factor' in lineHeight ? lineHeight.factor : lineHeight.px / Math.max(1, size)
}

const inline = new Set(
  'a abbr acronym b bdi bdo big br cite code del dfn em font i img input ins kbd label mark q s samp small span strike strong sub sup tt u var wbr button #region'.split(
    ' ',
  ),
)

// The other elements of HTML that an email may have.
const notInline = new Set(
  'address applet area article aside audio base basefont blockquote body canvas caption center col colgroup dd details dialog dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe legend li link main map marquee menu meta meter nav noscript object ol optgroup option p param picture pre progress rp rt ruby script search section select source style summary svg table tbody td template textarea tfoot th thead time title tr track ul video'.split(
    ' ',
  ),
)

/** True if an element is inline by default, as all that browsers do not know, such as `<unsubscribe>`. */
export function isInline({ name }: Element): boolean {
  return inline.has(name) || (!notInline.has(name) && !name.startsWith('#'))
}
