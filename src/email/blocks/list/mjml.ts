import type { Block, RichText } from '../../document/index.ts'
import type { BlockMjml } from '../../mjml/index.ts'

interface List extends Block {
  items: readonly { text: RichText }[]
  ordered?: boolean
  marker?: unknown
}

/** mj-text reads lists as rich text. */
export const listMjml: BlockMjml<List> = {
  write: (block, context) => {
    if (block.marker !== undefined || block.each !== undefined) return undefined
    const items = block.items.map(({ text }) => {
      const [first] = text
      return first?.type === 'paragraph' && text.length === 1 ? { runs: first.runs } : undefined
    })
    const known = items.filter((item) => item !== undefined)
    if (known.length < items.length) return undefined
    return context.mjText(context.list({ type: 'list', ordered: block.ordered === true, items: known }))
  },
}
