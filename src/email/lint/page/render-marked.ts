import type { BlockType, BlockTypes, HtmlContext } from '../../render/index.ts'
import type { Block } from '../../document/index.ts'
import type { Rendered } from './page.ts'

/** Attribute of the editor with the node id of an element. */
export const markAttribute = 'data-n'
/** Element around the output of a block; its mark is the index of the rendering. */
export const markElement = 'svc-block'
/** Placeholder for the HTML of an html block, which is parsed separately because it may be malformed. */
export const authoredElement = 'svc-html'

/** Block types that record their output. */
export interface MarkedTypes {
  readonly types: BlockTypes
  /** Output in order; callers reset it before a rendering. */
  rendered: Rendered[]
}

const cached = new WeakMap<BlockTypes, MarkedTypes>()

/**
 * Wraps block types so that their output carries a mark. Every part of the rendered page can then be traced to its node,
 * whatever its type and however often a loop renders it.
 */
export function markedTypes(blocks: BlockTypes): MarkedTypes {
  let marked = cached.get(blocks)
  if (marked === undefined) {
    const types = new Map<string, BlockType>()
    marked = { types, rendered: [] }
    for (const [name, type] of blocks) types.set(name, markedType(type, marked))
    cached.set(blocks, marked)
  }
  return marked
}

function markedType(type: BlockType, marked: MarkedTypes): BlockType {
  return {
    ...type,
    html: (block, context) => {
      const { rendered } = marked
      const mark = rendered.length
      rendered.push({ block: block as Block, style: context.style, width: context.width })
      if (type.type === 'html')
        return block['html'] === '' ? '' : `<${authoredElement} ${markAttribute}="${mark}"></${authoredElement}>`
      const inner = type.html(block, context as HtmlContext)
      return inner === '' ? '' : `<${markElement} ${markAttribute}="${mark}">${inner}</${markElement}>`
    },
  }
}
