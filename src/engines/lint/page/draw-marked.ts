import type { BlockType, BlockTypes, HtmlContext } from '../../render/index.ts'
import type { Block } from '../../document/index.ts'
import type { Drawn } from './page.ts'

/** Element that stands around what a block drew; its attribute `i` is the number of the drawing. */
export const markElement = 'svc-block'
/** Element that stands for the HTML of an html block, which is read apart: it may be broken. */
export const authoredElement = 'svc-html'

/**
 * Block types that draw as always and leave a mark of themselves, so that all in the finished page can be led back to its
 * node, whatever type it has and however often a loop draws it. What was drawn is added to `drawn`.
 */
export function markedTypes(blocks: BlockTypes, drawn: Drawn[]): BlockTypes {
  return new Map([...blocks].map(([name, type]) => [name, markedType(type, drawn)]))
}

function markedType(type: BlockType, drawn: Drawn[]): BlockType {
  return {
    ...type,
    html: (block, context) => {
      const mark = drawn.length
      drawn.push({ block: block as Block, style: context.style, width: context.width })
      if (type.type === 'html')
        return block['html'] === '' ? '' : `<${authoredElement} i="${mark}"></${authoredElement}>`
      const inner = type.html(block, context as HtmlContext)
      return inner === '' ? '' : `<${markElement} i="${mark}">${inner}</${markElement}>`
    },
  }
}
