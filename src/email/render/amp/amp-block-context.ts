import type { AmpContext, AmpImage } from '../amp-context.ts'
import type { BlockImage } from '../html-context.ts'
import { BlockContext, type Surroundings } from '../html/block-context.ts'
import { quotable } from '../style/declarations.ts'
import { renderAmpImage, fitRule } from './amp-image.ts'
import type { AmpPage } from './amp-page.ts'

/** Removes markup that AMP forbids from authored HTML, and reports it. `isFinal`: no tags are filled in afterwards. */
export type CleanAmp = (
  html: string,
  options?: { isFinal: boolean },
) => {
  html: string
  removed: readonly string[]
  /** An image has the class `fit`: it is shown whole in a box with another aspect ratio. */
  hasFit?: boolean
}

export class AmpBlockContext extends BlockContext implements AmpContext {
  readonly #page: AmpPage
  readonly #cleanAmp: CleanAmp | undefined

  constructor(surroundings: Surroundings & { page: AmpPage }, cleanAmp: CleanAmp | undefined) {
    super(surroundings)
    this.#page = surroundings.page
    this.#cleanAmp = cleanAmp
  }

  override resolveImage(source: string): BlockImage | undefined {
    const resolved = super.resolveImage(source)
    if (resolved === undefined) return undefined
    const src = this.#page.secure(resolved.src, 'pictures')
    if (src === undefined) return undefined
    const { darkSrc: _dark, ...light } = resolved
    return { ...light, src, isAnimated: isAnimated(src, this.#mimeOf(source)) }
  }

  override cssUrl(source: string): string | undefined {
    const resolved = this.resolveImage(source)
    return resolved === undefined ? undefined : quotable(resolved.src)
  }

  override html(source: string): string {
    if (this.#cleanAmp === undefined) {
      this.warn('AMP_HTML_REMOVED', 'Custom HTML was removed: this rendering does not sanitize it for AMP.')
      return ''
    }
    const isFinal = this.#page.values.target !== 'passthrough' && !this.isTemplate
    const { hasFit, html, removed } = this.#cleanAmp(super.html(source), { isFinal })
    if (hasFit) this.#page.rules.rule(fitRule)
    if (removed.length > 0) this.warn('AMP_HTML_REMOVED', `AMP does not allow ${[...new Set(removed)].join(', ')}.`)
    return html
  }

  image(resolved: BlockImage, options: AmpImage): string {
    return renderAmpImage(resolved, options, { page: this.#page, context: this })
  }

  secureUrl(source: string, what: string): string | undefined {
    return this.#page.secure(this.url(source), what)
  }

  get isTemplate(): boolean {
    return this.#page.values.isTemplate
  }

  template(item: string, render: () => string): string {
    return this.#page.values.within(item, render)
  }

  #mimeOf(source: string): string | undefined {
    const { assets } = this.#page.document
    return assets !== undefined && Object.hasOwn(assets, source) ? assets[source]?.mime : undefined
  }
}

function isAnimated(address: string, mime: string | undefined): boolean {
  return mime === undefined ? /\.gif(?:[?#]|$)/i.test(address) : mime === 'image/gif'
}
