import * as Type from '@sinclair/typebox'
import { type Style, richText, taggedText } from '../../document/index.ts'
import {
  type AmpContext,
  type BlockOf,
  type HtmlContext,
  addLayer,
  boxLengths,
  defineBlock,
} from '../../render/index.ts'
import { alignAttribute, mobileAlign } from '../paint.ts'
import { renderFallback, fallback, fallbackField } from '../fallback.ts'
import { renderRepeated } from '../repeated.ts'
import { alignField, colorFields, paddingField, typeFields } from '../style-fields.ts'

const schema = Type.Object({
  items: Type.Array(Type.Object({ title: taggedText(), text: richText() }, { additionalProperties: false }), {
    maxItems: 50,
  }),
  single: Type.Optional(Type.Boolean({ description: 'Opening one closes the others.' })),
  fallback,
})

type Accordion = BlockOf<typeof schema>
type Item = Accordion['items'][number]

/**
 * Headings that expand and collapse their texts; without interaction all are expanded. With `each`, items that use
 * the loop variable are repeated. `style.border` is the line below each item, `style.innerPadding` the padding of an
 * item.
 */
export const accordion = defineBlock({
  type: 'accordion',
  label: 'Accordion',
  icon: 'M10 5h11M10 12h11M10 19h11M3 10l3-3-3-3M3 20l3-3-3-3',
  schema,
  defaults: {
    items: ['First question', 'Second question'].map((title) => ({
      title,
      text: [{ type: 'paragraph' as const, runs: [{ text: 'Its answer.' }] }],
    })),
    fallback: 'auto',
    style: { padding: [8, 24, 8, 24] },
  },
  fields: [
    {
      prop: 'items',
      label: 'Items',
      kind: 'list',
      group: 'content',
      item: [
        { prop: 'title', label: 'Title', kind: 'text' },
        { prop: 'text', label: 'Text', kind: 'rich-text' },
      ],
    },
    { prop: 'single', label: 'One open at a time', kind: 'switch', group: 'content' },
    fallbackField,
    ...typeFields,
    ...colorFields,
    { prop: 'style.border', label: 'Item border', kind: 'border', group: 'style' },
    { prop: 'style.innerPadding', label: 'Item padding', kind: 'box', group: 'layout' },
    alignField,
    paddingField,
  ],
  element: (_block, theme) => [
    theme.text,
    { innerPadding: [12, 0, 12, 0], border: { width: 1, style: 'solid', color: '#d0d7de' } },
  ],
  box: 'own',
  interactive: true,
  repeats: 'inside',
  html: (block, context) =>
    renderFallback(block, context, () => {
      const rows = renderRepeated(block.items, block.each, context, (item) => renderOpen(item, context))
      return `<table role="presentation" cellpadding="0" cellspacing="0" width="100%">${rows}</table>`
    }),
  amp: (block, context) => {
    const sections = renderRepeated(block.items, block.each, context, (item) => renderClosed(item, context))
    if (sections === '') return ''
    const single = block.single === true ? ' expand-single-section' : ''
    const { background } = context.style
    const face = context.paint({ of: background === undefined ? {} : { background }, mobileOf: {}, box: true })
    return `<amp-accordion animate${single}${face}>${sections}</amp-accordion>`
  },
  text: (block, context) =>
    renderFallback(block, context, () =>
      renderRepeated(
        block.items,
        block.each,
        context,
        ({ text, title }) => `${context.heading(context.plain(title).trim(), 3)}\n${context.rich(text)}`,
        '\n\n',
      ),
    ),
})

function renderOpen({ text, title }: Item, context: HtmlContext): string {
  const { background, border, darkBackground, darkBorder, innerPadding } = context.style
  const of = {
    background,
    darkBackground,
    darkBorder,
    innerPadding,
    border: border === undefined ? undefined : { ...border, sides: ['bottom' as const] },
  }
  const { mobile: phone } = context
  const bottom: Style['border'] = phone.border === undefined ? undefined : { ...phone.border, sides: ['bottom'] }
  const mobileOf = defined({ background: phone.background, innerPadding: phone.innerPadding, border: bottom })
  const mobile = mobileAlign(context)
  const cell = context.paint({ of: defined(of), mobileOf, mobile, box: true, padding: 'innerPadding' })
  return `<tr><td${alignAttribute(context)}${cell}>${renderTitle(title, context)}<div${context.paint({ text: true })}>${context.rich(text)}</div></td></tr>`
}

// The heading toggles the item; the block's style replaces AMP's default, gray with a border.
function renderClosed({ text, title }: Item, context: AmpContext): string {
  const { border, innerPadding = [12, 0, 12, 0] as const } = context.style
  const [top, right, bottom, left] = innerPadding
  const line = context.paint({
    of: border === undefined ? {} : { border: { ...border, sides: ['bottom'] } },
    mobileOf: {},
    box: true,
  })
  const head = context.paint({
    of: addLayer(context.style, { weight: 700 }),
    text: true,
    style: `margin:0;background-color:transparent;border:0;display:flex;justify-content:space-between;padding:${boxLengths([top, right, bottom, left])}`,
  })
  const body = context.paint({ text: true, style: `padding:${boxLengths([0, right, bottom, left])}` })
  const sign = '<span aria-hidden="true">&#9662;</span>'
  return `<section${line}><h4${head}><span>${context.text(title)}</span>${sign}</h4><div${body}>${context.rich(text)}</div></section>`
}

function renderTitle(title: string, context: HtmlContext): string {
  const look = addLayer(context.style, { weight: 700 })
  const { weight: _weight, ...mobileOf } = context.mobile
  return `<h4${context.paint({ of: look, mobileOf, text: true, style: 'margin:0 0 4px' })}>${context.text(title)}</h4>`
}

function defined<T extends object>(style: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(style).filter(([, value]) => value !== undefined)) as never
}
