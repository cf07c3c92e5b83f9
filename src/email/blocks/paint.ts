import type { HtmlContext } from '../render/index.ts'

/** ` align="…"` of a table or cell; empty for the start side. */
export function alignAttribute({ align }: HtmlContext): string {
  return align === 'center' || align === 'right' ? ` align="${align}"` : ''
}

/** Declarations that align the content of a cell in the mobile layer; empty without a mobile alignment. */
export function mobileAlign({ mobile: { align } }: HtmlContext): string {
  return align === undefined ? '' : `text-align:${align}!important`
}

/** Like mobileAlign, for a table in its container. */
export function mobileMargin({ mobile: { align } }: HtmlContext): string {
  if (align === undefined || align === 'justify') return ''
  const margins = { left: '0 auto 0 0', center: '0 auto', right: '0 0 0 auto' } as const
  return `margin:${margins[align]}!important;float:none!important`
}

/** ` class="…" style="…"` of an element without the block's style. */
export function plainPaint(context: HtmlContext, style: string, mobile: string): string {
  if (mobile === '') return style === '' ? '' : ` style="${style}"`
  return context.paint({ of: nothing, mobileOf: nothing, style, mobile })
}

const nothing = {}

/** Attributes of an element without the block's style: a style attribute in HTML, a class in AMP. */
export function styled(context: HtmlContext, style: string): string {
  return context.paint({ of: {}, mobileOf: {}, style })
}
