import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { richText } from '../../document/index.ts'
import { type HtmlContext, defineBlock } from '../../render/index.ts'
import { renderRepeated } from '../repeated.ts'
import { styled } from '../paint.ts'
import { alignField, colorFields, paddingField, typeFields } from '../style-fields.ts'

/** List markers that every client renders; any other short text is used as the marker. */
const styles = new Set([
  'disc',
  'circle',
  'square',
  'decimal',
  'lower-alpha',
  'upper-alpha',
  'lower-roman',
  'upper-roman',
])

const schema = Type.Object({
  items: Type.Array(Type.Object({ text: richText() }, { additionalProperties: false }), { maxItems: 200 }),
  ordered: Type.Optional(Type.Boolean({ default: false })),
  marker: Type.Optional(Type.String({ maxLength: 20 })),
})

type ListBlock = Static<typeof schema>

/**
 * A list. With `each`, items that use the loop variable are repeated and the others appear once; if none does, all
 * are repeated.
 */
export const list = defineBlock({
  type: 'list',
  label: 'List',
  icon: 'M3 5h.01M3 12h.01M3 19h.01M8 5h13M8 12h13M8 19h13',
  schema,
  defaults: {
    items: ['First things first', 'Then the next', 'And one more'].map((text) => ({
      text: [{ type: 'paragraph' as const, runs: [{ text }] }],
    })),
    ordered: false,
    style: { padding: [8, 24, 8, 24] },
  },
  fields: [
    {
      prop: 'items',
      label: 'Items',
      kind: 'list',
      group: 'content',
      item: [{ prop: 'text', label: 'Text', kind: 'rich-text' }],
    },
    { prop: 'ordered', label: 'Numbered', kind: 'switch', group: 'content' },
    { prop: 'marker', label: 'Marker', kind: 'text', group: 'style', placeholder: 'disc, square or ✓' },
    ...typeFields,
    ...colorFields,
    alignField,
    paddingField,
  ],
  element: (_block, theme) => [theme.text],
  font: 'cell',
  repeats: 'inside',
  html: (block, context) => {
    const name = block.ordered ? 'ol' : 'ul'
    const own = markerOf(block)
    const items = renderRepeated(block.items, block.each, context, (item) => renderItem(item, own, context))
    const side = context.dir === 'rtl' ? '0 1.5em 0 0' : '0 0 0 1.5em'
    const type = own !== undefined ? 'none' : styles.has(block.marker ?? '') ? block.marker : undefined
    // Word applies the margin of a list but not its padding.
    const look = `margin:${own === undefined ? side : '0'};padding:0${type === undefined ? '' : `;list-style-type:${type}`}`
    return `<${name}${styled(context, look)}>${items}</${name}>`
  },
  text: (block, context) => {
    let number = 0
    const own = markerOf(block)
    const render = (item: ListBlock['items'][number]) => {
      number++
      return context.item(context.inline(item.text), block.ordered ? `${number}.` : (own ?? '-'))
    }
    return renderRepeated(block.items, block.each, context, render, '\n')
  },
})

function markerOf({ marker }: ListBlock): string | undefined {
  return marker === undefined || marker === '' || styles.has(marker) ? undefined : marker
}

function renderItem({ text }: ListBlock['items'][number], marker: string | undefined, context: HtmlContext): string {
  const inner = context.inline(text)
  if (marker === undefined) return `<li${styled(context, 'margin:0 0 6px')}>${inner}</li>`
  const side = context.dir === 'rtl' ? 'right' : 'left'
  const item = styled(context, `margin:0 0 6px;padding-${side}:1.5em;text-indent:-1.5em;list-style-type:none`)
  const sign = styled(context, 'display:inline-block;width:1.5em;text-indent:0')
  return `<li${item}><span${sign}>${context.literal(marker)}</span>${inner}</li>`
}
