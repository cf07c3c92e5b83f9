import { levelFix } from '../../fix/level.ts'
import { isBlock } from '../../context.ts'
import { defineRule } from '../../rule.ts'

export const singleH1 = defineRule({
  id: 'accessibility.single-h1',
  severity: 'warning',
  why: 'The level 1 heading names the email; several leave its topic unclear.',
  remedy: 'Keep one and make the others level 2; style them in the theme.',
  doc: 'https://www.w3.org/WAI/tutorials/page-structure/headings/',
  *check(context) {
    const { page, title } = context
    const [, ...others] = page.headings.filter(({ level }) => level === 1)
    for (const { node } of others) {
      if (node === undefined) continue
      const fix = isBlock(node, 'heading') ? levelFix(context, node, 2) : undefined
      yield { node, prop: 'level', message: `${title(node)}: there is already a heading of level 1.`, fix }
    }
  },
})
