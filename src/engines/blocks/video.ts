import { Type } from '@sinclair/typebox'
import { taggedText, url } from '../document/index.ts'
import { defineBlock } from '../render/index.ts'
import { drawPicture } from './picture.ts'
import { alignField, colorFields, frameFields, paddingField } from './style-fields.ts'

/** Mail clients play no video: a poster and a line that says where to watch it. */
export const video = defineBlock({
  type: 'video',
  label: 'Video',
  schema: Type.Object({ href: url({ default: '' }), poster: url({ default: '' }), alt: taggedText({ default: '' }) }),
  defaults: { href: '', poster: '', alt: 'Watch the video', style: { padding: [8, 24, 8, 24] } },
  fields: [
    { prop: 'href', label: 'Video', kind: 'link', group: 'content', placeholder: 'https://' },
    { prop: 'poster', label: 'Poster', kind: 'image', group: 'content' },
    { prop: 'alt', label: 'What to watch', kind: 'text', group: 'content' },
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
    const picture = context.picture(block.poster)
    const width = picture?.width
    const img =
      picture === undefined
        ? ''
        : drawPicture(
            picture,
            { alt: block.alt, width: width !== undefined && width < context.width ? width : undefined },
            context,
          )
    const face = context.paint({ box: true, style: 'overflow:hidden' })
    const text = context.paint({
      text: true,
      style: 'display:block;padding:12px 16px;text-decoration:none;text-align:center',
    })
    const label = block.alt === '' ? '' : ` ${context.text(block.alt)}`
    const poster =
      img === ''
        ? ''
        : `<tr><td><${name}${href}${img === '' ? '' : ' aria-hidden="true" tabindex="-1"'}>${img}</${name}></td></tr>`
    return `<table role="presentation" cellpadding="0" cellspacing="0" width="100%"><tr><td${face}><table role="presentation" cellpadding="0" cellspacing="0" width="100%">${poster}<tr><td align="center"><${name}${href}${text}>&#9654;&#xFE0E;${label}</${name}></td></tr></table></td></tr></table>`
  },
  text: (block, context) => {
    const href = context.url(block.href)
    const label = context.plain(block.alt).trim() || 'Video'
    return href === '' ? `[${label}]` : `[${label}] ${href}`
  },
})
