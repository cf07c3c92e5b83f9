import type { BlockType, BlockTypes, HtmlContext } from '../../render/index.ts'
import type { Block } from '../../document/index.ts'
import type { Rendered } from './page.ts'

/** Attribute that says whose an element is: the editor's, the id of a node. */
export const markAttribute = 'data-n'
/** Element that surrounds what a block rendered; its mark is the number of the rendering. */
export const markElement = 'svc-block'
/** Element that represents the HTML of an html block, which is read apart: it may be broken. */
export const authoredElement = 'svc-html'

/** Block types that note what they render. */
export interface MarkedTypes {
  readonly types: BlockTypes
  /** What has been rendered, in order; emptied by who begins a rendering. */
  rendered: Rendered[]
}

const cached = new WeakMap<BlockTypes, MarkedTypes>()

/**
 * Block types that render as always and leave a mark of themselves, so that all in the finished page can be led back to its
 * node, whatever type it has and however often a loop renders it.
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
