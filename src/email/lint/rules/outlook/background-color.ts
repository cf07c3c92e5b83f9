import type { Block, Style } from '../../../document/index.ts'
import { hexOf, lightnessOf } from '../../color/color.ts'
import { setFix, settingsFix } from '../../fix/change.ts'
import { defineRule } from '../../rule.ts'
import type { LintContext } from '../../context.ts'

/** Background images without a background color. */
export const backgroundColor = defineRule({
  id: 'outlook.background-color',
  severity: 'warning',
  why: 'Outlook blocks images by default, and others show them late: until then the text has no background.',
  remedy: 'Add a background color on which the text is readable.',
  doc: 'https://www.caniemail.com/features/css-background-image/',
  *check(context) {
    const { body } = context.document
    if (body.backgroundImage !== undefined && body.background === undefined) {
      const fix = settingsFix('Add a background color', { body: { background: '#ffffff' } })
      yield { prop: 'body.background', message: 'The body has a background image but no background color.', fix }
    }
    for (const { node } of context.nodeContexts) {
      for (const key of ['style', 'band', 'box'] as const) {
        const style = (node as Block)[key] as Style | undefined
        if (style?.backgroundImage === undefined || style.background !== undefined) continue
        const background = darkBackgroundOf(context, node.id)
        const fix = setFix(node, `Set the background color ${background}`, { [key]: { ...style, background } })
        yield {
          node,
          prop: `${key}.background`,
          message: `${context.title(node)}: a background image without a background color.`,
          fix,
        }
      }
    }
  },
})

// Black behind light text, white behind dark.
function darkBackgroundOf({ page, nodeContexts }: LintContext, id: string): string {
  const inside = new Set(
    nodeContexts
      .filter(({ above, node }) => node.id === id || above.some((one) => one.id === id))
      .map(({ node }) => node.id),
  )
  const text = page.texts.find(({ node }) => node !== undefined && inside.has(node.id))
  return text === undefined || lightnessOf(text.paint.color) < 50 ? '#ffffff' : hexOf({ r: 31, g: 31, b: 31, a: 1 })
}
