import * as Type from '@sinclair/typebox'
import { taggedText, url } from '../../document/index.ts'
import { type BlockOf, type HtmlContext, defineBlock, type BlockImage } from '../../render/index.ts'
import { renderImage } from '../image-markup.ts'
import { alignField, colorFields, frameFields, paddingField } from '../style-fields.ts'

const schema = Type.Object({
  href: url({ default: '' }),
  poster: url({ default: '' }),
  alt: taggedText({ default: '' }),
  play: Type.Optional(Type.Union([Type.Literal('over'), Type.Literal('below')], { default: 'below' })),
})

/**
 * Mail clients play no video: a poster that links to it, and a line of text with the link. The play icon is above the
 * poster or in that line.
 */
export const video = defineBlock({
  type: 'video',
  label: 'Video',
  icon: 'M9 9.003a1 1 0 0 1 1.517-.859l4.997 2.997a1 1 0 0 1 0 1.718l-4.997 2.997A1 1 0 0 1 9 14.996zM2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z',
  schema,
  defaults: { href: '', poster: '', alt: 'Watch the video', play: 'over', style: { padding: [8, 24, 8, 24] } },
  fields: [
    { prop: 'href', label: 'Video', kind: 'link', group: 'content', placeholder: 'https://' },
    { prop: 'poster', label: 'Poster', kind: 'image', group: 'content' },
    { prop: 'alt', label: 'Describe the video', kind: 'text', group: 'content' },
    {
      prop: 'play',
      label: 'Play button',
      kind: 'choice',
      group: 'style',
      options: [
        { value: 'over', label: 'On the poster' },
        { value: 'below', label: 'Below the poster' },
      ],
    },
    ...colorFields,
    ...frameFields,
    alignField,
    paddingField,
  ],
  box: 'own',
  inherits: ['font'],
  element: () => [{ background: '#1f2328', color: '#ffffff', size: 15, weight: 600, lineHeight: 1.4 }],
  html: (block, context) => {
    const href = context.href({ href: block.href })
    const name = href === '' ? 'span' : 'a'
    const poster = renderPoster(block, href, context)
    const face = context.paint({ box: true, style: 'overflow:hidden' })
    const text = context.paint({
      text: true,
      style: 'display:block;padding:12px 16px;text-decoration:none;text-align:center',
    })
    const sign = block.play === 'over' && poster !== '' ? '' : '&#9654;&#xFE0E;'
    const label = block.alt === '' ? '' : context.text(block.alt)
    const line = [sign, label].filter((part) => part !== '').join(' ')
    const above = poster === '' ? '' : `<tr><td>${poster}</td></tr>`
    const below = line === '' ? '' : `<tr><td align="center"><${name}${href}${text}>${line}</${name}></td></tr>`
    return `<table role="presentation" cellpadding="0" cellspacing="0" width="100%"><tr><td${face}><table role="presentation" cellpadding="0" cellspacing="0" width="100%">${above}${below}</table></td></tr></table>`
  },
  text: (block, context) => context.action(context.plain(block.alt).trim() || 'Video', context.url(block.href)),
})

function renderPoster(block: BlockOf<typeof schema>, href: string, context: HtmlContext): string {
  const image = context.resolveImage(block.poster)
  if (image === undefined) return ''
  const name = href === '' ? 'span' : 'a'
  // The line below has the same link for screen readers, if there is one.
  const hidden = block.alt === '' ? '' : ' aria-hidden="true" tabindex="-1"'
  const { width } = image
  const shown = width !== undefined && width < context.width ? width : undefined
  const still = `<${name}${href}${hidden}>${renderImage(image, { alt: block.alt, width: shown }, context)}</${name}>`
  return block.play === 'over' ? renderPlayer({ poster: block.poster, image, still, href, hidden }, context) : still
}

interface Player {
  /** URL or asset id of the poster. */
  poster: string
  image: BlockImage
  /** The poster as a linked image, for Outlook inside another shape. */
  still: string
  /** ` href="…"`, or empty. */
  href: string
  /** Attributes that hide the poster from screen readers, or empty. */
  hidden: string
}

/** Diameter of the play icon, px. */
const disc = 64

/**
 * A poster with a play icon, fluid and with the poster's aspect ratio: padding in percent is relative to the width.
 * Word gets a VML group, which is one link.
 */
function renderPlayer({ poster, image, still, href, hidden }: Player, context: HtmlContext): string {
  const posterUrl = context.cssUrl(poster)
  if (posterUrl === undefined) return still
  const { width = 16, height = 9 } = image
  const half = Math.round((height / width) * 50_000) / 1000
  const padding = Math.max(0, Math.round((context.width * half) / 100 - disc / 2))
  const face = `display:block;padding:${padding}px 0;padding:calc(${half}% - ${disc / 2}px) 0;background-color:#1f2328;background-image:url('${posterUrl}');background-position:center;background-size:cover;font-size:0;line-height:0;text-align:center;text-decoration:none`
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
