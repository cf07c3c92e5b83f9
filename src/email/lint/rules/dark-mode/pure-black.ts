import type { Color, Node } from '../../../document/index.ts'
import type { LintContext } from '../../context.ts'
import { setFix, settingsFix } from '../../fix/change.ts'
import { defineRule } from '../../rule.ts'

const softer = '#121212'

export const pureBlack = defineRule({
  id: 'dark-mode.pure-black',
  severity: 'hint',
  why: 'White text on pure black is tiring for many readers, and smears on OLED screens when scrolling.',
  remedy: 'Use a very dark gray such as #121212.',
  doc: 'https://m2.material.io/design/color/dark-theme.html',
  *check({ document, nodeContexts, title }) {
    const { body, theme } = document
    if (isBlack(body.dark?.background, theme)) {
      const fix = settingsFix(`Make it ${softer}`, { body: { dark: { ...body.dark, background: softer } } })
      yield { prop: 'body.dark.background', message: 'In dark mode the background is pure black.', fix }
    }
    for (const { node } of nodeContexts) {
      if (!isBlack(node.dark?.background, theme)) continue
      yield { node, prop: 'dark.background', message: `${title(node)}: pure black in dark mode.`, fix: soften(node) }
    }
  },
})

function soften(node: Node) {
  return setFix(node, `Make it ${softer}`, { dark: { ...node.dark, background: softer } })
}

function isBlack(color: Color | undefined, theme: LintContext['document']['theme']): boolean {
  if (color === undefined) return false
  const named = color.startsWith('$color.') ? theme.colors[color.slice(7)] : undefined
  const shown = named === undefined ? color : (named.dark ?? named.light)
  return /^#0{3}(?:0{3})?$/.test(shown)
}
