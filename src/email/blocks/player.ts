import type { HtmlContext, BlockImage } from '../render/index.ts'

interface Player {
  /** Address or asset id of the poster. */
  poster: string
  image: BlockImage
  /** The poster as a linked image, for an Outlook that can render no shape here. */
  still: string
  /** ` href="…"`, or nothing. */
  href: string
  /** Attributes that hide it from screen readers, or nothing. */
  hidden: string
}

/** Diameter of the disc, px. */
const disc = 64

/**
 * A poster with the sign to play over it, fluid and of the poster's shape: padding in percent is measured by the width.
 * Word gets the same as a group of VML, which is one link.
 */
export function renderPlayer({ poster, image, still, href, hidden }: Player, context: HtmlContext): string {
  const posterUrl = context.cssUrl(poster)
  if (posterUrl === undefined) return still
  const { width = 16, height = 9 } = image
  const half = Math.round((height / width) * 50_000) / 1000
  const room = Math.max(0, Math.round((context.width * half) / 100 - disc / 2))
  const face = `display:block;padding:${room}px 0;padding:calc(${half}% - ${disc / 2}px) 0;background-color:#1f2328;background-image:url('${posterUrl}');background-position:center;background-size:cover;font-size:0;line-height:0;text-align:center;text-decoration:none`
  const sign = `display:inline-block;width:${disc}px;height:${disc}px;border-radius:${disc / 2}px;background-color:#1f2328;background-color:rgba(0,0,0,0.65);color:#ffffff;font-family:Arial,sans-serif;font-size:26px;line-height:${disc}px`
  const name = href === '' ? 'span' : 'a'
  const rendered = `<${name}${href}${hidden} style="${face}"><span style="${sign}">&#9654;&#xFE0E;</span></${name}>`
  const outlook = context.mso(context.canShape ? renderVml(image.src, href, context) : still)
  return outlook === '' ? rendered : outlook + context.notMso(rendered)

  function renderVml(src: string, link: string, { width: across }: HtmlContext): string {
    const [wide, high] = [Math.round(across), Math.round((across * half) / 50)]
    const at = (size: number) => `left:${Math.round((wide - size) / 2)};top:${Math.round((high - size) / 2)}`
    const target = link.replace(' target="_blank"', '')
    return `<v:group${target} coordorigin="0,0" coordsize="${wide},${high}" style="width:${wide}px;height:${high}px"><v:rect stroked="f" style="position:absolute;width:${wide};height:${high}"><v:fill type="frame" src="${src}"/></v:rect><v:oval stroked="f" style="position:absolute;${at(disc)};width:${disc};height:${disc}"><v:fill color="#000000" opacity="65%"/></v:oval><v:shape coordorigin="0,0" coordsize="24,32" path="m,l,32,24,16,xe" fillcolor="#ffffff" stroked="f" style="position:absolute;${at(24)};width:24;height:28"/></v:group>`
  }
}
