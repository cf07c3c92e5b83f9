import type { HtmlContext, BlockImage } from './html-context.ts'

export interface AmpImage {
  alt: string
  title?: string | undefined
  /** Width on screen in px; undefined fills the container at every width. */
  width: number | undefined
  /** Width divided by height, if it differs from the asset. */
  ratio?: number | undefined
  /** Fills the nearest positioned box, independent of its own size. */
  isFilling?: boolean | undefined
  /** The element itself renders the block's border, radius and mobile width. */
  isFramed?: boolean | undefined
}

/**
 * Services for a block type that writes its AMP. All writers of HTML exist and give what AMP allows: `paint` classes
 * instead of styles, `mso` nothing, URLs only of AMP's schemes. Markup that is equal in both outputs is rendered by
 * one function that takes an HtmlContext.
 */
export interface AmpContext extends HtmlContext {
  /** An amp-img or amp-anim, with a layout that fits the known size. */
  image(resolved: BlockImage, options: AmpImage): string
  /** An https URL for an attribute; undefined, with a warning that names `what`, if there is none. */
  secureUrl(source: string, what: string): string | undefined
  /** True inside a mustache template. */
  readonly isTemplate: boolean
  /** Renders the content of a mustache template: tags, conditions and loops of the item become mustache. */
  template(item: string, render: () => string): string
}

export function isAmp(context: HtmlContext): context is AmpContext {
  return 'template' in context
}
