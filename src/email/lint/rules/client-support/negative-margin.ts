import { defineRule } from '../../rule.ts'

export const negativeMargin = defineRule({
  id: 'client-support.negative-margin',
  severity: 'warning',
  why: 'Gmail and Outlook ignore negative margins, so elements do not overlap as designed.',
  remedy: 'Use tables and padding instead.',
  doc: 'https://www.caniemail.com/features/css-margin/',
  *check({ page, title }) {
    const seen = new Set<object>()
    for (const { facts, node } of page.authored) {
      const isNegative = facts.declarations.some(
        ({ property, value }) => property.startsWith('margin') && /(?:^|\s)-0*(?:\.0*)?[1-9]/.test(value),
      )
      if (!isNegative || seen.has(node)) continue
      seen.add(node)
      yield { node, prop: 'html', message: `${title(node)}: a margin is negative.` }
    }
  },
})
