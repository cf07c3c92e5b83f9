import { contrast, minContrast } from '../../color/color.ts'
import { fullDark } from '../../color/dark-schemes.ts'
import { colorFix } from '../../fix/color.ts'
import { contrastMessage, distinctTexts, guessTolerance } from '../../model/node-styles.ts'
import { defineRule } from '../../rule.ts'

/** Clients that invert all colors; see color/dark-schemes.ts. */
export const contrastFull = defineRule({
  id: 'dark-mode.contrast-full',
  severity: 'warning',
  why: 'In dark mode Gmail on iOS and Outlook on Windows invert all colors, whatever the email declares.',
  remedy: 'Avoid mid-tones: colors with a high contrast keep it when inverted.',
  doc: 'https://www.hteumeuleu.com/2021/fixing-gmail-dark-mode-css-blend-modes/',
  *check(context) {
    for (const { node, paint, text } of distinctTexts(context.page)) {
      const min = minContrast(paint.size, paint.weight)
      const shown = fullDark(paint)
      if (paint.isOverImage || contrast(paint.color, paint.background) < min) continue
      if (contrast(shown.color, shown.background) >= min * guessTolerance) continue
      const message = contrastMessage(context.title(node), { text, shown, min, where: 'in Gmail on iOS in dark mode' })
      const fix = colorFix(node, paint)
      yield { node, prop: 'style.color', message, fix }
    }
  },
})
