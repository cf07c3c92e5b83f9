import type { HtmlContext, Picture } from '../render/index.ts'

export interface PictureLook {
  alt: string
  /** Width on screen in px; undefined fills the room at every width. */
  width: number | undefined
  /** Height in px that goes with `fullWidth`, or with `width` where there is none. */
  height?: number | undefined
  fullWidth?: number | undefined
  title?: string | undefined
  /** The element draws the block's border and radius. */
  isFramed?: boolean
}

/**
 * An img element. Word takes its width from the attribute, everybody else from the style, so that a picture of twice
 * the size stays sharp on dense screens. With a dark picture there are two, and the dark layer swaps them.
 */
export function drawPicture(picture: Picture, look: PictureLook, context: HtmlContext): string {
  const light = drawOne(picture.src, look, context, picture.darkSrc === undefined ? undefined : 'light')
  if (picture.darkSrc === undefined) return light
  return light + context.notMso(drawOne(picture.darkSrc, look, context, 'dark'))
}

function drawOne(src: string, look: PictureLook, context: HtmlContext, scheme: 'light' | 'dark' | undefined): string {
  const { width, height, fullWidth = width } = look
  const shown = Math.round(width === undefined ? context.width : Math.min(width, context.width))
  const size = width === undefined ? 'width:100%' : `width:${shown}px;max-width:100%`
  const ratio =
    height === undefined
      ? ''
      : ` height="${Math.round(fullWidth === undefined ? height : (height * shown) / fullWidth)}"`
  const display = scheme === 'dark' ? 'none' : 'inline-block'
  const paint = context.paint({
    box: look.isFramed === true,
    // The alternative text is read in this size while pictures are blocked.
    style: `display:${display};vertical-align:top;${size};height:auto;font-size:14px;line-height:1.4`,
    mobile: look.isFramed === true ? mobileWidth(context) : '',
    dark: scheme === undefined ? '' : scheme === 'light' ? 'display:none!important' : 'display:inline-block!important',
  })
  const title = look.title === undefined || look.title === '' ? '' : ` title="${context.attribute(look.title)}"`
  return `<img src="${src}" alt="${context.attribute(look.alt)}"${title} width="${shown}"${ratio}${paint}>`
}

function mobileWidth({ mobile }: HtmlContext): string {
  const { width } = mobile
  if (width === undefined) return ''
  return typeof width === 'number' ? `width:${width}px!important` : `width:${width}!important;max-width:none!important`
}
