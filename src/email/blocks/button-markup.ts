import type { Box, Link, Style } from '../document/index.ts'
import { type ComputedStyle, type HtmlContext } from '../render/index.ts'
import { alignAttribute } from './paint.ts'

export interface ButtonStyle {
  label: string
  link: Link
  style: ComputedStyle
  isFull: boolean
  /** Mobile layer; default: that of the block. */
  mobile?: Style
  /** Available width, px. */
  availableWidth: number
}

/** Default style without a theme. */
export const plainButton: ComputedStyle = {
  background: '#1f5eff',
  color: '#ffffff',
  size: 16,
  weight: 600,
  lineHeight: 1.25,
  radius: 6,
  innerPadding: [12, 24, 12, 24],
}

/**
 * A link styled as a button: padding makes the whole face clickable. Word supports neither padding nor radius on
 * links, so Outlook gets the face as VML, with an estimated width of the label.
 */
export function renderButton(look: ButtonStyle, context: HtmlContext): string {
  const { style, isFull, mobile = context.mobile } = look
  const padding = style.innerPadding ?? noPadding
  const href = context.href(look.link)
  const width =
    style.width === undefined || isFull
      ? ''
      : typeof style.width === 'number'
        ? `;width:${Math.max(0, style.width - padding[1] - padding[3])}px`
        : `;box-sizing:border-box;width:${style.width}`
  const paint = context.paint({
    of: style,
    mobileOf: mobile,
    text: true,
    box: true,
    padding: 'innerPadding',
    style: `display:${isFull ? 'block' : 'inline-block'}${width};text-decoration:none;text-align:center`,
    mobile: mobileWidth(mobile.width),
  })
  const name = href === '' ? 'span' : 'a'
  const plain = `<${name}${href}${paint}>${context.text(look.label)}</${name}>`
  const outlook = context.mso(context.canShape ? renderVml(look, padding, context) : renderCell(look, context))
  return outlook === '' ? plain : outlook + context.notMso(plain)
}

function mobileWidth(width: Style['width']): string {
  if (width === undefined) return ''
  if (width === '100%') return 'display:block!important;width:auto!important'
  const size = typeof width === 'number' ? `${width}px` : width
  return `display:inline-block!important;box-sizing:border-box!important;width:${size}!important`
}

// Word does not render nested shapes: inside one, a table cell without rounded corners is the face.
function renderCell({ label, link, style, isFull, availableWidth }: ButtonStyle, context: HtmlContext): string {
  const face = context.paint({ of: style, mobileOf: {}, box: true, padding: 'innerPadding' })
  const text = context.paint({ of: style, mobileOf: {}, text: true, style: 'text-decoration:none' })
  const wide = isFull ? availableWidth : requestedWidth(style.width, availableWidth)
  const width = wide === undefined ? '' : ` width="${Math.round(wide)}"`
  const href = context.href(link)
  const name = href === '' ? 'span' : 'a'
  return `<table role="presentation" cellpadding="0" cellspacing="0"${alignAttribute(context)}${width}><tr><td align="center"${face}><${name}${href}${text}>${context.text(label)}</${name}></td></tr></table>`
}

/** Requested width in px, including padding. */
function requestedWidth(width: Style['width'], availableWidth: number): number | undefined {
  return typeof width === 'string' ? (Number.parseFloat(width) * availableWidth) / 100 : width
}

const noPadding: Box = [0, 0, 0, 0]

function renderVml(
  { label, link, style, isFull, availableWidth }: ButtonStyle,
  padding: Box,
  context: HtmlContext,
): string {
  const size = style.size ?? 16
  const lines = Math.round(size * (style.lineHeight ?? 1.25))
  const height = padding[0] + padding[2] + lines
  const desiredWidth =
    requestedWidth(style.width, availableWidth) ?? labelWidth(context.plain(label), style) + padding[1] + padding[3]
  const width = Math.round(isFull ? availableWidth : Math.min(availableWidth, desiredWidth))
  const arc = Math.min(50, Math.round(((style.radius ?? 0) / Math.max(1, Math.min(width, height))) * 100))
  const face = style.background === undefined ? undefined : context.color(style.background)
  const fill = face === undefined || face === 'transparent' ? ' filled="f"' : ` fillcolor="${face}"`
  const edge = style.border === undefined ? undefined : context.color(style.border.color)
  const stroke =
    edge === undefined ? ' stroked="f"' : ` strokecolor="${edge}" strokeweight="${style.border?.width ?? 1}px"`
  const target = context.href(link).replace(' target="_blank"', '')
  const lightStyle = style.darkColor === undefined ? style : { ...style, darkColor: undefined }
  const text = context.paint({ of: lightStyle, mobileOf: {}, text: true })
  return `<v:roundrect${target} style="height:${height}px;v-text-anchor:middle;width:${width}px" arcsize="${arc}%"${stroke}${fill}><w:anchorlock/><center${text}>${context.text(label)}</center></v:roundrect>`
}

// The average letter of Arial is a little over half an em wide; capitals and bold letters are wider.
function labelWidth(label: string, style: ComputedStyle): number {
  const size = style.size ?? 16
  const isWide = style.transform === 'uppercase' || label === label.toUpperCase()
  const letter = (isWide ? 0.72 : 0.56) * ((style.weight ?? 400) >= 600 ? 1.06 : 1)
  let letters = 0
  for (let at = 0; at < label.length; at++) {
    const char = label.codePointAt(at) ?? 0
    letters += char > 0x2e7f ? 1.8 : 1
    if (char > 0xffff) at++
  }
  return Math.ceil(letters * (size * letter + (style.letterSpacing ?? 0)))
}
