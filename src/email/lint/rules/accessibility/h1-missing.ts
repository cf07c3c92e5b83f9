import { levelFix } from '../../fix/level.ts'
import { isBlock } from '../../context.ts'
import { defineRule } from '../../rule.ts'

// Other blocks, such as accordions, set the level of their headings themselves.
const authored = new Set(['heading', 'text', 'html'])

export const h1Missing = defineRule({
  id: 'accessibility.h1-missing',
  severity: 'hint',
  why: 'The first item in a screen reader’s list of headings should be the topic of the email.',
  remedy: 'Make the main heading level 1.',
  doc: 'https://www.w3.org/WAI/tutorials/page-structure/headings/',
  check(context) {
    const { page, title } = context
    const [first, next] = page.headings.filter(({ node }) => node !== undefined && authored.has(node.type))
    if (first?.node === undefined || page.headings.some(({ level }) => level === 1)) return []
    const { node } = first
    // Level 1 here would skip a level if a deeper heading follows.
    const fix = isBlock(node, 'heading') && (next?.level ?? 1) <= 2 ? levelFix(context, node, 1) : undefined
    return [{ node, prop: 'level', message: `${title(node)}: the email has headings but none of level 1.`, fix }]
  },
})
