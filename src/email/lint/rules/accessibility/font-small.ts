import type { Block } from '../../../document/index.ts'
import { styleFix } from '../../fix/change.ts'
import { type NodeStyle, distinctTexts, quote } from '../../model/node-styles.ts'
import { defineRule } from '../../rule.ts'
import type { Fix } from '../../rule.ts'

const min = { running: 14, any: 12 }

export const fontSmall = defineRule({
  id: 'accessibility.font-small',
  severity: 'warning',
  why: 'Small text is unreadable on phones, and some phones enlarge it and break the layout.',
  remedy: 'Use at least 14 px for body text and 12 px for fine print; on phones the text may be larger.',
  doc: 'https://developer.apple.com/design/human-interface-guidelines/typography',
  *check({ document, page, nodeContexts, title }) {
    const styles = distinctTexts(page)
    const usual = usualSize(styles)
    const last = document.rows.length > 1 ? document.rows.at(-1) : undefined
    const footer = new Set(nodeContexts.flatMap(({ above, node }) => (above[0] === last ? [node] : [])))
    for (const look of styles) {
      const { node, paint, text } = look
      // Only body text has to be larger; the footer, and text smaller than most, may be fine print.
      const isRunning = paint.size <= usual && lengthOf(text) > 60 && !(last !== undefined && footer.has(node))
      const wanted = isRunning ? min.running : min.any
      const size = Math.min(paint.size, paint.narrowSize)
      if (size >= wanted || size === 0) continue
      const where = paint.size >= wanted ? ' on phones' : ''
      const said = `${Math.round(size * 10) / 10} px${where}; the minimum is ${wanted}`
      yield {
        node,
        prop: where === '' ? 'style.size' : 'mobile.size',
        message: `${title(node)}: ${quote(title(node), text)} is ${said}.`,
        fix: isMarked(node) ? undefined : fixOf(look, wanted),
      }
    }
  },
})

/** The size of most characters. */
function usualSize(styles: readonly NodeStyle[]): number {
  const letters = new Map<number, number>()
  for (const { paint, text } of styles) letters.set(paint.size, (letters.get(paint.size) ?? 0) + lengthOf(text))
  let usual = 0
  for (const [size, count] of letters) if (count > (letters.get(usual) ?? 0)) usual = size
  return usual
}

function lengthOf(text: string): number {
  return text.includes('{{') ? text.replace(/(?<!\{)\{{2,}[^{}]*\}\}/g, 'a word').length : text.length
}

function fixOf({ node, paint }: NodeStyle, wanted: number): Fix | undefined {
  const label = `Make it ${wanted} px`
  const isSmallOnPhones = node.mobile?.size !== undefined && node.mobile.size < wanted
  if (paint.size >= wanted) return isSmallOnPhones ? styleFix(node, label, { size: wanted }, 'mobile') : undefined
  if (node.style?.size !== undefined && node.style.size !== paint.size) return undefined
  const style = { ...node.style, size: wanted }
  if (!isSmallOnPhones) return styleFix(node, label, { size: wanted })
  return { label, operations: [{ op: 'set', id: node.id, props: { style, mobile: { ...node.mobile, size: wanted } } }] }
}

// If runs have their own size, or a block derives several sizes, the block's size does not determine the text size.
function isMarked(node: Block): boolean {
  const { head, items, rows, text, type } = node
  const isPlain = ['text', 'heading', 'list', 'button', 'menu', 'table', 'code'].includes(type)
  return !isPlain || JSON.stringify([text, items, head, rows]).includes('"size":')
}
