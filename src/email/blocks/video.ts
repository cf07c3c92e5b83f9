import * as Type from '@sinclair/typebox'
import { taggedText, url } from '../document/index.ts'
import { type BlockOf, type HtmlContext, defineBlock } from '../render/index.ts'
import { renderPlayer } from './player.ts'
import { renderImage } from './image-markup.ts'
import { alignField, colorFields, frameFields, paddingField } from './style-fields.ts'

const schema = Type.Object({
  href: url({ default: '' }),
  poster: url({ default: '' }),
  alt: taggedText({ default: '' }),
  play: Type.Optional(Type.Union([Type.Literal('over'), Type.Literal('below')], { default: 'below' })),
})

/**
 * Mail clients play no video: a poster that leads to it, and a line that says where to watch it. The sign to play stands
 * over the poster or in the line below.
 */
export const video = defineBlock({
  type: 'video',
  label: 'Video',
  schema,
  defaults: { href: '', poster: '', alt: 'Watch the video', play: 'over', style: { padding: [8, 24, 8, 24] } },
  fields: [
    { prop: 'href', label: 'Video', kind: 'link', group: 'content', placeholder: 'https://' },
    { prop: 'poster', label: 'Poster', kind: 'image', group: 'content' },
    { prop: 'alt', label: 'What to watch', kind: 'text', group: 'content' },
    {
      prop: 'play',
      label: 'Sign to play',
      kind: 'choice',
      group: 'style',
      options: [
        { value: 'over', label: 'Over the poster' },
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
  // The line below says the same and is what a screen reader follows, when there is one.
  const hidden = block.alt === '' ? '' : ' aria-hidden="true" tabindex="-1"'
  const { width } = image
  const shown = width !== undefined && width < context.width ? width : undefined
  const still = `<${name}${href}${hidden}>${renderImage(image, { alt: block.alt, width: shown }, context)}</${name}>`
  return block.play === 'over' ? renderPlayer({ poster: block.poster, image, still, href, hidden }, context) : still
}
