import type { AmpContext, AmpImage } from '../amp-context.ts'
import type { BlockImage } from '../html-context.ts'
import type { AmpPage } from './amp-page.ts'

/** amp-img renders an inner img; only a rule of the style sheet reaches it. */
export const fitRule = '.fit img{object-fit:contain}'

/** Aspect ratio of the box of an image of unknown size. */
const usualRatio = 16 / 9

/**
 * AMP requires the aspect ratio before the image is loaded. With a known ratio, the layout is responsive, up to the
 * container width; otherwise the image is contained in a box of its width, with a warning.
 */
export function renderAmpImage(
  resolved: BlockImage,
  options: AmpImage,
  { page, context }: { page: AmpPage; context: AmpContext },
): string {
  const name = resolved.isAnimated === true ? 'amp-anim' : 'amp-img'
  const title =
    options.title === undefined || options.title === '' ? '' : ` title="${context.attribute(options.title)}"`
  const shared = ` src="${resolved.src}" alt="${context.attribute(options.alt)}"${title}`
  const frame = options.isFramed === true ? frameOf(context) : ''
  if (options.isFilling === true) return `<${name}${shared} layout="fill"${fitting(page, '')}></${name}>`
  const shown = Math.max(1, Math.round(Math.min(options.width ?? context.width, context.width)))
  const { width: mobile } = options.isFramed === true ? context.mobile : {}
  const ratio = options.ratio ?? ratioOf(resolved)
  if (ratio === undefined) {
    context.warn(
      'AMP_IMAGE_WITHOUT_SIZE',
      'AMP requires the size of this image: set width and height, or use an asset that has them.',
    )
    const box = page.classOf(`display:block;position:relative;padding-top:${percent(1 / usualRatio)}`)
    const filled = `<span${box}><${name}${shared} layout="fill"${fitting(page, frame)}></${name}></span>`
    return bounded(filled, page, options.width === undefined ? undefined : shown, mobile)
  }
  const size = ` width="${shown}" height="${Math.max(1, Math.round(shown / ratio))}"`
  if (options.width !== undefined && name === 'amp-img' && mobile === undefined) {
    return `<${name}${shared}${size} layout="intrinsic"${frame}></${name}>`
  }
  const fluid = `<${name}${shared}${size} layout="responsive"${frame}></${name}>`
  return bounded(fluid, page, options.width === undefined ? undefined : shown, mobile)
}

// Limits the width to the intended one; narrow containers make it smaller.
function bounded(inner: string, page: AmpPage, width: number | undefined, mobile: number | string | undefined): string {
  if (width === undefined && mobile === undefined) return inner
  const narrow =
    mobile === undefined ? '' : typeof mobile === 'number' ? `max-width:${mobile}px` : `width:${mobile};max-width:none`
  const wide = width === undefined ? '' : `;max-width:${width}px`
  return `<span${page.classOf(`display:inline-block;vertical-align:top;width:100%${wide}`, narrow)}>${inner}</span>`
}

function frameOf(context: AmpContext): string {
  const { background, border, radius } = context.style
  const of = {
    ...(background === undefined ? {} : { background }),
    ...(border === undefined ? {} : { border }),
    ...(radius === undefined ? {} : { radius }),
  }
  return context.paint({ of, mobileOf: {}, box: true })
}

function fitting(page: AmpPage, frame: string): string {
  page.rules.rule(fitRule)
  return frame === '' ? ' class="fit"' : frame.replace('class="', 'class="fit ')
}

function ratioOf({ height, width }: BlockImage): number | undefined {
  return width === undefined || height === undefined || height === 0 ? undefined : width / height
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`
}
