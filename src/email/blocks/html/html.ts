import * as Type from '@sinclair/typebox'
import { htmlSource, ownBlockSchema } from '../../document/index.ts'
import { defineBlock } from '../../render/index.ts'
import { htmlToText } from './html-to-text.ts'
import { paddingField } from '../style-fields.ts'

/** Authored HTML, sanitized when it was saved and then unchanged; its merge tags are filled in. */
export const html = defineBlock({
  type: 'html',
  label: 'HTML',
  icon: 'M18 16l4-4-4-4M6 8l-4 4 4 4M14.5 4l-5 16',
  schema: Type.Object({ html: htmlSource({ default: '' }), own: Type.Optional(ownBlockSchema) }),
  defaults: { html: '' },
  fields: [{ prop: 'html', label: 'HTML', kind: 'html', group: 'content' }, paddingField],
  font: 'cell',
  html: (block, context) => context.html(block.html),
  text: (block, context) => {
    const { html: source, isFilled } = context.html(block.html)
    const text = htmlToText(source)
    return context.wrap(isFilled ? text : context.plain(text))
  },
})
