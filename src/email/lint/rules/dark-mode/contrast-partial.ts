import { contrast, minContrast } from '../../color/color.ts'
import { androidDark, outlookComDark } from '../../color/dark-schemes.ts'
import { colorFix, darkColorFix } from '../../fix/color.ts'
import { contrastMessage, distinctTexts, guessTolerance } from '../../model/node-styles.ts'
import { defineRule } from '../../rule.ts'

/** Clients that darken only light colors; see color/dark-schemes.ts. */
export const contrastPartial = defineRule({
  id: 'dark-mode.contrast-partial',
  severity: 'warning',
  why: 'Outlook.com and Gmail on Android darken backgrounds and lighten text independently, which can reduce contrast.',
  remedy: 'Avoid mid-tones: use clearly dark text on a clearly light background, or the reverse.',
  doc: 'https://www.hteumeuleu.com/2019/dealing-with-outlook-com-s-dark-mode/',
  *check(context) {
    for (const { node, paint, text } of distinctTexts(context.page)) {
      const min = minContrast(paint.size, paint.weight)
      if (paint.isOverImage || contrast(paint.color, paint.background) < min) continue
      const android = androidDark(paint)
      const outlook = outlookComDark(paint)
      if (contrast(android.color, android.background) < min * guessTolerance) {
        const message = contrastMessage(context.title(node), {
          text,
          shown: android,
          min,
          where: 'in Gmail on Android in dark mode',
        })
        const fix = colorFix(node, paint)
        yield { node, prop: 'style.color', message, fix }
      } else if (outlook !== undefined && contrast(outlook.color, outlook.background) < min) {
        const message = contrastMessage(context.title(node), {
          text,
          shown: outlook,
          min,
          where: 'in Outlook.com in dark mode',
        })
        const fix = darkColorFix(node, outlook.color, (color) => contrast(color, outlook.background) >= min + 0.1)
        yield { node, prop: 'dark.color', message, fix }
      }
    }
  },
})
