import * as Type from '@sinclair/typebox'
import type { Loop } from '../../data/index.ts'
import { type Block, dataPath, url, variableName } from '../../document/index.ts'
import { type BlockOf, type HtmlContext, type TextContext, defineBlock } from '../../render/index.ts'
import { renderFallback, fallback, fallbackField } from '../fallback.ts'
import { colorFields, frameFields, paddingField } from '../style-fields.ts'

const schema = Type.Object({
  src: url({ default: '', description: 'HTTPS URL of the JSON list that AMP fetches when the email is opened.' }),
  path: dataPath,
  as: variableName,
  blocks: Type.Unsafe<Block[]>(Type.Array(Type.Unknown())),
  maxItems: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
  fallback,
})

type DynamicList = BlockOf<typeof schema>

/**
 * Blocks repeated for items that AMP fetches at opening: `path` is the list in the fetched JSON, `as` is the item in
 * merge tags. Other clients show the items that the data has at the same path at sending.
 */
export const dynamicList = defineBlock({
  type: 'dynamicList',
  label: 'Dynamic list',
  icon: 'M21 5H3M7 12H3M7 19H3M12 18a5 5 0 0 0 9-3 4.5 4.5 0 0 0-4.5-4.5c-1.33 0-2.54.54-3.41 1.41L11 14M11 10v4h4',
  schema,
  defaults: { src: '', path: 'items', as: 'item', blocks: [], maxItems: 10, fallback: 'auto' },
  fields: [
    { prop: 'src', label: 'List URL', kind: 'link', group: 'content', placeholder: 'https://' },
    { prop: 'path', label: 'List path', kind: 'text', group: 'content' },
    { prop: 'as', label: 'Item name', kind: 'text', group: 'content' },
    { prop: 'maxItems', label: 'Maximum items', kind: 'number', min: 1, max: 100, step: 1, group: 'content' },
    fallbackField,
    ...colorFields,
    ...frameFields,
    paddingField,
  ],
  interactive: true,
  html: (block, context) => renderFallback(block, context, () => renderItems(block, context)),
  amp: (block, context) => {
    const src = context.secureUrl(block.src, 'lists')
    if (src === undefined) return renderFallback(block, context, () => renderItems(block, context))
    const item = context.template(block.as, () => context.blocks(block.blocks))
    if (item === '') return ''
    // Shown until the list is loaded, and if loading fails.
    const known = context.repeat(loopOf(block), () => context.blocks(block.blocks))
    return `<amp-list src="${src}" items="${context.attribute(block.path)}" max-items="${block.maxItems ?? 10}" layout="container"><template type="amp-mustache"><div>${item}</div></template><div placeholder>${known}</div></amp-list>`
  },
  text: (block, context) => renderFallback(block, context, () => renderItems(block, context, '\n').trimEnd()),
})

function loopOf({ as, maxItems = 10, path }: DynamicList): Loop<Block> {
  return { in: path, as, limit: maxItems, sample: 3 }
}

function renderItems(block: DynamicList, context: HtmlContext | TextContext, after = ''): string {
  const rendered = context.repeat(loopOf(block), () => context.blocks(block.blocks) + after)
  if (rendered.trim() === '' && block.blocks.length > 0) {
    context.warn('LIST_WITHOUT_ITEMS', `The data has no items at ${block.path}: outside AMP the list is empty.`)
  }
  return rendered
}
