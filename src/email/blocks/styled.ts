import type { HtmlContext } from '../render/index.ts'

/** Declarations of an element that has nothing of the block's own look: a style attribute in HTML, a class in AMP. */
export function styled(context: HtmlContext, style: string): string {
  return context.paint({ of: {}, mobileOf: {}, style })
}
