import type { Style } from '../document/index.ts'
import {
  type ComputedStyle,
  type HtmlContext,
  type BlockImage,
  blankStyle,
  isAmp,
  assignLayer,
} from '../render/index.ts'

export interface ImageStyle {
  alt: string
  /** Width in px; undefined fills the container at every width. */
  width: number | undefined
  /** Height in px at `fullWidth`, or at `width` without it. */
  height?: number | undefined
  /** `width` as a share of the container, such as `50%`. */
  share?: string | undefined
  fullWidth?: number | undefined
  title?: string | undefined
  /** The img element renders the block's border and radius. */
  isFramed?: boolean
  /** URL of a still image for an animated `src`. */
  stillSrc?: string | undefined
  /** Style of the alternative text; default color: that of the block's text. */
  altStyle?: Style | undefined
}

/**
 * An img element. Word reads the width attribute, other clients the style, so that images of double size stay sharp
 * on dense screens. With a dark image there are two, which the dark layer swaps. An animated image may have a still
 * one, for Outlook, which shows the first frame, and for readers with reduced motion.
 */
export function renderImage(image: BlockImage, look: ImageStyle, context: HtmlContext): string {
  if (isAmp(context)) return context.image(image, { ...look, ratio: ratioOf(look, context) })
  const light = renderOne(image.src, look, context, image.darkSrc === undefined ? undefined : 'light')
  const shown = look.stillSrc === undefined ? light : renderStill(light, look.stillSrc, look, context)
  if (image.darkSrc === undefined) return shown
  return shown + context.notMso(renderOne(image.darkSrc, look, context, 'dark'))
}

// The aspect ratio that the style specifies; undefined uses that of the file.
function ratioOf({ fullWidth, height, width }: ImageStyle, context: HtmlContext): number | undefined {
  return height === undefined ? undefined : (fullWidth ?? width ?? context.width) / height
}

function renderStill(moving: string, still: string, look: ImageStyle, context: HtmlContext): string {
  const source = `<picture><source media="(prefers-reduced-motion:reduce)" srcset="${still}">${moving}</picture>`
  return context.mso(renderOne(still, look, context, undefined)) + context.notMso(source)
}

function renderOne(src: string, look: ImageStyle, context: HtmlContext, scheme: 'light' | 'dark' | undefined): string {
  const { width, height, fullWidth = width } = look
  const shown = Math.round(width === undefined ? context.width : Math.min(width, context.width))
  const size =
    width === undefined
      ? 'width:100%;height:auto'
      : look.share === undefined
        ? `width:${shown}px;max-width:100%;height:auto`
        : `width:${look.share};height:auto`
  const ratio =
    height === undefined
      ? ''
      : ` height="${Math.round(fullWidth === undefined ? height : (height * shown) / fullWidth)}"`
  const inLine = scheme === 'dark' ? 'display:none;vertical-align:top;' : 'display:inline-block;vertical-align:top;'
  const place = scheme === undefined && isLow(look, shown, context) ? blockPlace(context) : inLine
  const paint = context.paint({
    of: look.alt === '' && look.isFramed !== true ? nothing : styleOf(look, context),
    mobileOf: look.isFramed === true ? undefined : altMobile(look, context),
    box: look.isFramed === true,
    text: look.alt !== '',
    style: place + size,
    mobile: look.isFramed === true ? mobileWidth(context) : '',
    dark: scheme === undefined ? '' : scheme === 'light' ? 'display:none!important' : 'display:inline-block!important',
  })
  const title = look.title === undefined || look.title === '' ? '' : ` title="${context.attribute(look.title)}"`
  return `<img src="${src}" alt="${context.attribute(look.alt)}"${title} width="${shown}"${ratio}${paint}>`
}

/** Below this height in px the line around an image may be higher than the image. */
const lineHeight = 24

function isLow({ fullWidth, height, isFramed, width }: ImageStyle, shown: number, { mobile }: HtmlContext): boolean {
  if (isFramed !== true || height === undefined || mobile.align !== undefined) return false
  return (height * shown) / (fullWidth ?? width ?? shown) < lineHeight
}

// Word knows no blocks of images; there the cell aligns them.
function blockPlace({ dir, style: { align } }: HtmlContext): string {
  if (align === undefined || align === (dir === 'rtl' ? 'right' : 'left')) return 'display:block;'
  return `display:block;${align === 'center' ? 'margin:0 auto;' : align === 'right' ? 'margin:0 0 0 auto;' : 'margin:0 auto 0 0;'}`
}

const nothing = {}
const plainAlt = assignLayer(blankStyle(), { size: 14, lineHeight: 1.4 })

// Style of the alternative text while images are blocked: in the color of the surrounding text, not of a link.
function styleOf({ altStyle, isFramed }: ImageStyle, { style }: HtmlContext): ComputedStyle {
  const { background, border, corners, radius, color, darkBackground, darkBorder, darkColor } = style
  const of = assignLayer({ ...plainAlt }, altStyle)
  of.darkBackground = darkBackground
  of.darkBorder = darkBorder
  if (of.color === undefined && color !== undefined) of.color = color
  if (of.color === color) of.darkColor = darkColor
  if (isFramed !== true) return of
  if (background !== undefined) of.background = background
  if (border !== undefined) of.border = border
  if (radius !== undefined) of.radius = radius
  if (corners !== undefined) of.corners = corners
  return of
}

function altMobile({ altStyle }: ImageStyle, { mobile: { color } }: HtmlContext): Style {
  return color === undefined || altStyle?.color !== undefined ? nothing : { color }
}

function mobileWidth({ mobile }: HtmlContext): string {
  const { width } = mobile
  if (width === undefined) return ''
  return typeof width === 'number'
    ? `width:${width}px!important;max-width:100%!important`
    : `width:${width}!important;max-width:none!important`
}
