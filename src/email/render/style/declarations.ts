import { addDeclaration } from './text-declarations.ts'
import type { BackgroundImage, Border, Box, Style } from '../../document/index.ts'
import type { ComputedStyle } from './computed-style.ts'
import { inOnePiece } from './one-piece.ts'
import type { Palette } from './palette.ts'

const sides = ['top', 'right', 'bottom', 'left'] as const

/** Px; zero is `0` without a unit. */
export function px(length: number): string {
  return lengths[length] ?? `${length}px`
}

// Precomputed, because an email repeats the same few lengths a hundred times.
const lengths = Array.from({ length: 1000 }, (_, length) => (length === 0 ? '0' : inOnePiece(`${length}px`)))

/** Shortest CSS form of four lengths. */
export function boxLengths([top, right, bottom, left]: Box): string {
  if (left !== right) return `${px(top)} ${px(right)} ${px(bottom)} ${px(left)}`
  if (top !== bottom) return `${px(top)} ${px(right)} ${px(bottom)}`
  return top === right ? px(top) : `${px(top)} ${px(right)}`
}

const paddings = new Map<number, string>()
const maxPaddings = 2000

/** `padding:…` of a box. Boxes of integer px below 200 are cached, because emails repeat a few. */
export function paddingDeclaration(box: Box): string {
  if (!(isKept(box[0]) && isKept(box[1]) && isKept(box[2]) && isKept(box[3]))) return `padding:${boxLengths(box)}`
  // Below 2^31: engines look up small integers fastest.
  const key = ((box[0] * 200 + box[1]) * 200 + box[2]) * 200 + box[3]
  const known = paddings.get(key)
  if (known !== undefined) return known
  const written = `padding:${boxLengths(box)}`
  if (paddings.size >= maxPaddings) paddings.clear()
  const kept = inOnePiece(written)
  paddings.set(key, kept)
  return kept
}

function isKept(side: number): boolean {
  return side >= 0 && side < 200 && Number.isInteger(side)
}

/** True if any side is not zero. */
export function isPadded(box: Box | undefined): box is Box {
  return box !== undefined && (box[0] !== 0 || box[1] !== 0 || box[2] !== 0 || box[3] !== 0)
}

/** Horizontal padding and border, px. */
export function insetWidth(style: Style): number {
  const { border } = style
  let inset = paddingWidth(style)
  if (border !== undefined) inset += sideWidth(border, 'left') + sideWidth(border, 'right')
  return inset
}

/** Horizontal padding, px. */
export function paddingWidth({ padding }: Style): number {
  return padding === undefined ? 0 : padding[1] + padding[3]
}

function sideWidth(border: Border, side: (typeof sides)[number]): number {
  return border.sides === undefined || border.sides.includes(side) ? border.width : 0
}

/** Adds the declarations of background, border and radius. `holds`: clip nested boxes at the rounded corners. */
export function addBox(before: string, style: ComputedStyle, palette: Palette, clips = false): string {
  let css = before
  const { background, border, radius } = style
  if (background !== undefined) {
    const color = palette.light(background)
    if (color !== undefined) css = addDeclaration(css, `background-color:${color}`)
  }
  if (border !== undefined) css = addBorder(css, border, palette, '')
  if (radius === undefined || radius === 0) return css
  css = addDeclaration(css, `border-radius:${round(radius, style.corners)}`)
  return clips ? `${css};overflow:hidden` : css
}

const corners = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const

// All corners, or the named ones.
function round(radius: number, named: Style['corners']): string {
  if (named === undefined || named.length === corners.length) return px(radius)
  return corners.map((corner) => (named.includes(corner) ? px(radius) : '0')).join(' ')
}

/** Percent-encodes parentheses and quotes, which would end url(); everything else is escaped already. */
export function quotable(address: string): string {
  return address.replaceAll("'", '%27').replaceAll('(', '%28').replaceAll(')', '%29')
}

/** `address` is escaped for its position, but may still contain characters that end url(). */
export function imageDeclarations(image: BackgroundImage, address: string, weight = ''): string {
  const position = safePosition(image.position)
  const repeat = image.repeat ?? 'no-repeat'
  const size = image.size ?? (repeat === 'no-repeat' ? 'cover' : 'auto')
  return `background-image:url('${quotable(address)}')${weight};background-position:${position}${weight};background-size:${size}${weight};background-repeat:${repeat}${weight}`
}

/** Height and vertical alignment of a table cell. CSS heights of cells exclude padding and border. */
export function cellDeclarations(style: ComputedStyle, hasBorder: boolean): string {
  const { minHeight, valign } = style
  if (minHeight === undefined || minHeight === 0) return valign === undefined ? '' : `vertical-align:${valign}`
  return `height:${cellHeight(minHeight, style.padding, hasBorder ? style.border : undefined)}px;vertical-align:${valign ?? 'top'}`
}

function cellHeight(height: number, padding: Box | undefined, border: Border | undefined): number {
  let inset = padding === undefined ? 0 : padding[0] + padding[2]
  if (border !== undefined) inset += sideWidth(border, 'top') + sideWidth(border, 'bottom')
  return Math.max(0, height - inset)
}

/** Falls back to the center for an invalid position. */
export function safePosition(position: string | undefined): string {
  return position !== undefined && /^[a-z0-9.% -]{1,40}$/.test(position) ? position : 'center'
}

// All sides, or the named ones. `weight` is `!important` or empty.
function addBorder(before: string, border: Border, palette: Palette, weight: string): string {
  const color = palette.light(border.color)
  if (border.width === 0 && weight !== '') return addDeclaration(before, 'border:0!important')
  if (border.width === 0 || color === undefined) return before
  const line = `${border.width}px ${border.style} ${color}${weight}`
  if (border.sides === undefined || border.sides.length === 4) return addDeclaration(before, `border:${line}`)
  let css = weight === '' ? before : addDeclaration(before, `border:0${weight}`)
  for (const side of sides) if (border.sides.includes(side)) css = addDeclaration(css, `border-${side}:${line}`)
  return css
}

/** Parts of the mobile layer that one element renders. */
interface MobileParts {
  text: boolean
  box: boolean
  padding: Box | undefined
  below: Style
  /** The layer below, if the element is a table cell. */
  cell: Style | undefined
  /** URL of the background image, safe in a style element. */
  image: string | undefined
}

/** Declarations of the mobile layer, each `!important`; empty if there are none. */
export function mobileDeclarations(style: Style, palette: Palette, parts: MobileParts): string {
  let css = ''
  const add = (declaration: string) => {
    css = addDeclaration(css, `${declaration}!important`)
  }
  if (parts.padding !== undefined) add(`padding:${boxLengths(parts.padding)}`)
  if (parts.text) {
    if (style.font !== undefined) add(`font-family:${palette.font(style.font)}`)
    if (style.size !== undefined) add(`font-size:${style.size}px`)
    if (style.weight !== undefined) add(`font-weight:${style.weight}`)
    if (style.italic !== undefined) add(`font-style:${style.italic ? 'italic' : 'normal'}`)
    if (style.lineHeight !== undefined) add(`line-height:${style.lineHeight}`)
    if (style.letterSpacing !== undefined) add(`letter-spacing:${px(style.letterSpacing)}`)
    if (style.transform !== undefined) add(`text-transform:${style.transform}`)
    if (style.decoration !== undefined) add(`text-decoration:${style.decoration}`)
    const color = palette.light(style.color)
    if (color !== undefined) add(`color:${color}`)
  }
  if (parts.cell !== undefined) {
    const { minHeight, padding = parts.cell.padding, border = parts.cell.border } = style
    const isOther = minHeight !== undefined || padding !== parts.cell.padding || border !== parts.cell.border
    const height = isOther ? (minHeight ?? parts.cell.minHeight) : undefined
    if (height !== undefined) add(`height:${px(cellHeight(height, padding, parts.box ? border : undefined))}`)
    const valign = style.valign ?? (height === undefined ? undefined : (parts.cell.valign ?? 'top'))
    if (valign !== undefined) add(`vertical-align:${valign}`)
  }
  if (parts.image !== undefined && style.backgroundImage !== undefined) {
    css = addDeclaration(css, imageDeclarations(style.backgroundImage, parts.image, '!important'))
  }
  if (!parts.box) return css
  const background = palette.light(style.background)
  if (background !== undefined) add(`background-color:${background}`)
  if (style.border !== undefined) css = addBorder(css, style.border, palette, '!important')
  const { radius = style.corners === undefined ? undefined : parts.below.radius, corners = parts.below.corners } = style
  if (radius !== undefined) add(`border-radius:${round(radius, corners)}`)
  if (radius !== undefined && radius > 0 && parts.cell !== undefined) add('overflow:hidden')
  return css
}

/** Declarations of dark mode for these colors, separated by semicolons, each `!important`. */
export function darkDeclarations(
  background: string | undefined,
  color: string | undefined,
  border: string | undefined,
): string {
  let css = background === undefined ? '' : `background-color:${background}!important`
  if (color !== undefined) css = addDeclaration(css, `color:${color}!important`)
  if (border !== undefined) css = addDeclaration(css, `border-color:${border}!important`)
  return css
}
