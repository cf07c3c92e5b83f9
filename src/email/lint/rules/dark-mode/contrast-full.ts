import { contrast, minContrast } from '../../color/contrast.ts'
import { fullDark } from '../../color/dark-schemes.ts'
import { colorFix } from '../../fix/color.ts'
import { contrastMessage, distinctTexts, guessTolerance } from '../../model/node-styles.ts'
import { defineRule } from '../../rule.ts'

/** Text that cannot be read where a mail client turns all colors round. */
export const contrastFull = defineRule({
  id: 'dark-mode.contrast-full',
  severity: 'warning',
  why: 'Gmail on iOS and Outlook on Windows turn every colour round at night, whatever the email says.',
  remedy: 'Avoid middling greys and colours: what is clearly apart by day stays so when it is turned round.',
  doc: 'https://www.hteumeuleu.com/2021/fixing-gmail-dark-mode-css-blend-modes/',
  *check(context) {
    for (const { node, paint, text } of distinctTexts(context.page)) {
      const min = minContrast(paint.size, paint.weight)
      const shown = fullDark(paint)
      if (paint.isOverImage || contrast(paint.color, paint.background) < min) continue
      if (contrast(shown.color, shown.background) >= min * guessTolerance) continue
      const message = contrastMessage(context.title(node), { text, shown, min, where: 'in Gmail on iOS at night' })
      const fix = colorFix(node, paint)
      yield { node, prop: 'style.color', message, fix }
    }
  },
})
