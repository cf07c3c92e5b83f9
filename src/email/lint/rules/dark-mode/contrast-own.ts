import { contrast, minContrast } from '../../color/color.ts'
import { ownDark } from '../../color/dark-schemes.ts'
import { darkColorFix } from '../../fix/color.ts'
import { contrastMessage, distinctTexts } from '../../model/node-styles.ts'
import { defineRule } from '../../rule.ts'

/** The email's own dark mode colors. */
export const contrastOwn = defineRule({
  id: 'dark-mode.contrast-own',
  severity: 'warning',
  why: 'Apple Mail and others use the dark mode colors exactly as declared.',
  remedy: 'Set matching dark mode values for the text and its background.',
  doc: 'https://www.caniemail.com/features/css-at-media-prefers-color-scheme/',
  *check(context) {
    for (const { node, paint, text } of distinctTexts(context.page)) {
      const min = minContrast(paint.size, paint.weight)
      const shown = ownDark(paint)
      // dark-mode.background-missing reports a missing background, accessibility.contrast insufficient contrast in light
      // mode.
      if (paint.isOverImage || paint.isBare || isSame(paint) || contrast(shown.color, shown.background) >= min) continue
      const message = contrastMessage(context.title(node), { text, shown, min, where: 'in dark mode' })
      const fix = darkColorFix(node, shown.color, (color) => contrast(color, shown.background) >= min + 0.1)
      yield { node, prop: 'dark.color', message, fix }
    }
  },
})

function isSame({ darkBackground, darkColor }: { darkBackground: unknown; darkColor: unknown }): boolean {
  return darkBackground === undefined && darkColor === undefined
}
