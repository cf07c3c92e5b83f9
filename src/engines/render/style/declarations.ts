import { addDeclaration } from './text-declarations.ts'
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

/** Adds the declarations of background, border and radius. */
export function addBox(before: string, style: ComputedStyle, palette: Palette, image?: string): string {
  let css = before
  const { background, backgroundImage, border, radius } = style
  if (background !== undefined) {
    const color = palette.light(background)
    if (color !== undefined) css = addDeclaration(css, `background-color:${color}`)
  }
  if (image !== undefined && backgroundImage !== undefined) {
    css = addDeclaration(css, imageDeclarations(backgroundImage, image))
  }
  if (border !== undefined) css = addBorder(css, border, palette, '')
  return radius === undefined || radius === 0 ? css : addDeclaration(css, `border-radius:${radius}px`)
}

/** A background image; `address` is already safe for an attribute. */
function imageDeclarations(image: BackgroundImage, address: string): string {
  const position = safePosition(image.position)
  // Parentheses and quotes would end the url(); everything else was settled by the address writer.
  const source = address.replaceAll("'", '%27').replaceAll('(', '%28').replaceAll(')', '%29')
  return `background-image:url('${source}');background-position:${position};background-size:${image.size ?? 'cover'};background-repeat:${image.repeat ?? 'no-repeat'}`
}

/** A background position, or the centre when it is none. */
export function safePosition(position: string | undefined): string {
  return position !== undefined && /^[a-z0-9.% -]{1,40}$/.test(position) ? position : 'center'
}

// On all sides, or on those it names. `weight` is `!important` or nothing.
function addBorder(before: string, border: Border, palette: Palette, weight: string): string {
  const color = palette.light(border.color)
  if (border.width === 0 || color === undefined) return before
  const line = `${border.width}px ${border.style} ${color}${weight}`
  if (border.sides === undefined || border.sides.length === 4) return addDeclaration(before, `border:${line}`)
  let css = before
  for (const side of sides) if (border.sides.includes(side)) css = addDeclaration(css, `border-${side}:${line}`)
  return css
}

/** Declarations of the mobile layer, each `!important`; empty when there is none. */
export function mobileDeclarations(
  style: Style,
  palette: Palette,
  parts: { text: boolean; box: boolean; padding: Box | undefined },
): string {
  let css = ''
  const add = (declaration: string) => {
    css = addDeclaration(css, `${declaration}!important`)
  }
  if (parts.padding !== undefined) add(`padding:${boxLengths(parts.padding)}`)
  if (parts.text) {
    if (style.font !== undefined) add(`font-family:${palette.font(style.font)}`)
    if (style.size !== undefined) add(`font-size:${style.size}px`)
    if (style.weight !== undefined) add(`font-weight:${style.weight}`)
    if (style.lineHeight !== undefined) add(`line-height:${style.lineHeight}`)
    if (style.letterSpacing !== undefined) add(`letter-spacing:${px(style.letterSpacing)}`)
    if (style.transform !== undefined) add(`text-transform:${style.transform}`)
    const color = palette.light(style.color)
    if (color !== undefined) add(`color:${color}`)
  }
  if (!parts.box) return css
  const background = palette.light(style.background)
  if (background !== undefined) add(`background-color:${background}`)
  if (style.border !== undefined) css = addBorder(css, style.border, palette, '!important')
  if (style.radius !== undefined) add(`border-radius:${px(style.radius)}`)
  return css
}

/** Declarations of dark mode for these colours, joined by semicolons, each `!important`. */
export function darkDeclarations(
  paper: string | undefined,
  ink: string | undefined,
  border: string | undefined,
): string {
  let css = paper === undefined ? '' : `background-color:${paper}!important`
  if (ink !== undefined) css = addDeclaration(css, `color:${ink}!important`)
  if (border !== undefined) css = addDeclaration(css, `border-color:${border}!important`)
  return css
}
