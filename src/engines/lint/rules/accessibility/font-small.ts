import type { Block } from '../../../document/index.ts'
import { styleFix } from '../../fix/change.ts'
import { distinctTexts, quote } from '../../model/looks.ts'
import { defineRule } from '../../rule.ts'

const least = { running: 14, any: 12 }

/** Text that is too small to read. */
export const fontSmall = defineRule({
  id: 'accessibility.font-small',
  severity: 'warning',
  why: 'On a phone held at arm’s length small print cannot be read, and some phones enlarge it and break the layout.',
  remedy: 'At least 14 px for running text and 12 px for a word or two; phones may have more than large screens.',
  doc: 'https://developer.apple.com/design/human-interface-guidelines/typography',
  *check({ page, title }) {
    for (const { node, paint, text } of distinctTexts(page)) {
      const isRunning = text.replace(/\{\{[^}]*\}\}/g, 'a word').length > 60
      const wanted = isRunning ? least.running : least.any
      if (paint.size >= wanted || paint.size === 0) continue
      const fix =
        node.style?.size === paint.size || node.style?.size === undefined
          ? styleFix(node, `Make it ${wanted} px`, { size: wanted })
          : undefined
      yield {
        node,
        prop: 'style.size',
        message: `${title(node)}: ${quote(title(node), text)} is ${Math.round(paint.size * 10) / 10} px high.`,
        fix: isMarked(node) ? undefined : fix,
      }
    }
  },
})

// Where runs have a size of their own, or a block makes several from one, the block's size does not decide.
function isMarked(node: Block): boolean {
  const { head, items, rows, text, type } = node
  const isPlain = ['text', 'heading', 'list', 'button', 'menu', 'table', 'code'].includes(type)
  return !isPlain || JSON.stringify([text, items, head, rows]).includes('"size":')
}
