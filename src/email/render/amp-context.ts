import type { HtmlContext, BlockImage } from './html-context.ts'

/** How an image is in an AMP part. */
export interface AmpImage {
  alt: string
  title?: string | undefined
  /** Width on screen in px; undefined fills the container at every width. */
  width: number | undefined
  /** Width divided by height, where something else than the asset says so. */
  ratio?: number | undefined
  /** Fills the nearest box that is laid out, whatever its own size. */
  isFilling?: boolean | undefined
  /** The element renders the block's border, radius and mobile width. */
  isFramed?: boolean | undefined
}

/**
 * What a block type may ask while it writes its AMP. All writers of HTML are there and give what AMP allows: `paint`
 * classes and no styles, `mso` nothing, addresses only those that AMP follows. So what is the same in both outputs is
 * rendered by one function that takes an HtmlContext.
 */
export interface AmpContext extends HtmlContext {
  /** An image as amp-img or amp-anim, in a layout that fits what is known of its size. */
  image(resolved: BlockImage, look: AmpImage): string
  /** An https address for inside an attribute; undefined, with a warning about what is missing, when there is none. */
  secureUrl(source: string, what: string): string | undefined
  /** True if what is rendered is in a mustache template. */
  readonly isTemplate: boolean
  /** Renders the inside of a mustache template: tags, conditions and loops that name the item become mustache. */
  template(item: string, render: () => string): string
}

/** True if a block is being rendered for an AMP part. */
export function isAmp(context: HtmlContext): context is AmpContext {
  return 'template' in context
}
