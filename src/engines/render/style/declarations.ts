import type { BackgroundImage, Border, Box, Style } from '../../document/index.ts'
import type { ComputedStyle } from './computed-style.ts'
import type { Palette } from './palette.ts'

const sides = ['top', 'right', 'bottom', 'left'] as const

/** A length in px, with zero as `0`. */
export function px(length: number): string {
  return length === 0 ? '0' : `${length}px`
}

/** A box of lengths in the shortest form. */
export function boxLengths([top, right, bottom, left]: Box): string {
  if (left !== right) return `${px(top)} ${px(right)} ${px(bottom)} ${px(left)}`
  if (top !== bottom) return `${px(top)} ${px(right)} ${px(bottom)}`
  return top === right ? px(top) : `${px(top)} ${px(right)}`
}

/** Whether a box takes any room. */
export function hasRoom(box: Box | undefined): box is Box {
  return box !== undefined && (box[0] !== 0 || box[1] !== 0 || box[2] !== 0 || box[3] !== 0)
}

/** The width in px that padding and border take from what is inside. */
export function insetWidth(style: Style): number {
  const { padding, border } = style
  let inset = padding === undefined ? 0 : padding[1] + padding[3]
  if (border !== undefined) inset += sideWidth(border, 'left') + sideWidth(border, 'right')
  return inset
}

function sideWidth(border: Border, side: (typeof sides)[number]): number {
  return border.sides === undefined || border.sides.includes(side) ? border.width : 0
}

/** Declarations of the text properties, each ended by a semicolon. */
export function textDeclarations(style: ComputedStyle, palette: Palette): string {
  let css = ''
  if (style.font !== undefined) css += `font-family:${palette.font(style.font)};`
  if (style.size !== undefined) css += `font-size:${style.size}px;`
  if (style.weight !== undefined && style.weight !== 400) css += `font-weight:${style.weight};`
  if (style.italic) css += 'font-style:italic;'
  if (style.lineHeight !== undefined) css += `line-height:${style.lineHeight};`
  if (style.letterSpacing !== undefined && style.letterSpacing !== 0) css += `letter-spacing:${style.letterSpacing}px;`
  if (style.transform !== undefined && style.transform !== 'none') css += `text-transform:${style.transform};`
  if (style.decoration === 'underline') css += 'text-decoration:underline;'
  const color = palette.light(style.color)
  if (color !== undefined) css += `color:${color};`
  return css
}

/** Declarations of background, border and radius, each ended by a semicolon. */
export function boxDeclarations(style: ComputedStyle, palette: Palette, image?: string): string {
  let css = ''
  const background = palette.light(style.background)
  if (background !== undefined) css += `background-color:${background};`
  if (image !== undefined && style.backgroundImage !== undefined) css += imageDeclarations(style.backgroundImage, image)
  if (style.border !== undefined) css += borderDeclarations(style.border, palette)
  if (style.radius !== undefined && style.radius !== 0) css += `border-radius:${style.radius}px;`
  return css
}

/** A background image; `address` is already safe for an attribute. */
export function imageDeclarations(image: BackgroundImage, address: string): string {
  const position = safePosition(image.position)
  // Parentheses and quotes would end the url(); everything else was settled by the address writer.
  const source = address.replaceAll("'", '%27').replaceAll('(', '%28').replaceAll(')', '%29')
  return `background-image:url('${source}');background-position:${position};background-size:${image.size ?? 'cover'};background-repeat:${image.repeat ?? 'no-repeat'};`
}

/** A background position, or the centre when it is none. */
export function safePosition(position: string | undefined): string {
  return position !== undefined && /^[a-z0-9.% -]{1,40}$/.test(position) ? position : 'center'
}

/** A border on all its sides, or on those it names, each declaration ended by a semicolon. */
export function borderDeclarations(border: Border, palette: Palette): string {
  const color = palette.light(border.color)
  if (border.width === 0 || color === undefined) return ''
  const line = `${border.width}px ${border.style} ${color}`
  if (border.sides === undefined || border.sides.length === 4) return `border:${line};`
  let css = ''
  for (const side of sides) if (border.sides.includes(side)) css += `border-${side}:${line};`
  return css
}

/** Declarations of the mobile layer, joined by semicolons, each `!important`; empty when there is none. */
export function mobileDeclarations(
  style: Style,
  palette: Palette,
  parts: { text?: boolean; box?: boolean; padding?: boolean },
): string {
  const css: string[] = []
  if (parts.padding && style.padding !== undefined) css.push(`padding:${boxLengths(style.padding)}`)
  if (parts.text) {
    if (style.font !== undefined) css.push(`font-family:${palette.font(style.font)}`)
    if (style.size !== undefined) css.push(`font-size:${style.size}px`)
    if (style.weight !== undefined) css.push(`font-weight:${style.weight}`)
    if (style.lineHeight !== undefined) css.push(`line-height:${style.lineHeight}`)
    if (style.letterSpacing !== undefined) css.push(`letter-spacing:${px(style.letterSpacing)}`)
    if (style.transform !== undefined) css.push(`text-transform:${style.transform}`)
    const color = palette.light(style.color)
    if (color !== undefined) css.push(`color:${color}`)
  }
  if (parts.box) {
    const background = palette.light(style.background)
    if (background !== undefined) css.push(`background-color:${background}`)
    if (style.border !== undefined) css.push(...borderDeclarations(style.border, palette).split(';').filter(Boolean))
    if (style.radius !== undefined) css.push(`border-radius:${px(style.radius)}`)
  }
  return css.map((one) => `${one}!important`).join(';')
}

/** Declarations of dark mode for these colours, joined by semicolons, each `!important`. */
export function darkDeclarations(
  paper: string | undefined,
  ink: string | undefined,
  border: string | undefined,
): string {
  let css = ''
  if (paper !== undefined) css += `background-color:${paper}!important;`
  if (ink !== undefined) css += `color:${ink}!important;`
  if (border !== undefined) css += `border-color:${border}!important;`
  return css === '' ? '' : css.slice(0, -1)
}
