import type { Block, Color, Style } from '../../../document/index.ts'
import { hexOf, readColor } from '../../color/color.ts'
import type { LintContext } from '../../context.ts'
import { styleFix } from '../../fix/change.ts'
import { distinctTexts } from '../../model/node-styles.ts'
import { defineRule } from '../../rule.ts'

export const translucentColor = defineRule({
  id: 'outlook.translucent-color',
  severity: 'warning',
  why: 'Outlook on Windows does not support transparent colors: it ignores them, so text is black without a background.',
  remedy: 'Use the resulting opaque color.',
  doc: 'https://www.caniemail.com/features/css-rgba/',
  *check({ document, page, nodeContexts, title }) {
    for (const { node } of nodeContexts) {
      for (const layer of ['style', 'band', 'box'] as const) {
        const style = (node as Block)[layer] as Style | undefined
        if (style === undefined) continue
        for (const key of ['color', 'background'] as const) {
          if (!isTranslucent(style[key], document.theme)) continue
          const paint = distinctTexts(page).find((look) => look.node === node)?.paint
          const solid = paint === undefined || layer !== 'style' ? undefined : hexOf(paint[key])
          const fix = solid === undefined ? undefined : styleFix(node, `Make it ${solid}`, { [key]: solid })
          const what = key === 'color' ? 'the text color' : 'the background'
          yield { node, prop: `${layer}.${key}`, message: `${title(node)}: ${what} is translucent.`, fix }
        }
      }
    }
  },
})

function isTranslucent(color: Color | undefined, { colors }: LintContext['document']['theme']): boolean {
  if (color === undefined) return false
  const shown = color.startsWith('$color.') ? colors[color.slice(7)]?.light : color
  const alpha = shown === undefined ? undefined : readColor(shown)?.a
  return alpha !== undefined && alpha > 0 && alpha < 1
}
