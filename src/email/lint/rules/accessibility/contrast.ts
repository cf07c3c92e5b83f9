import { contrast, minContrast } from '../../color/color.ts'
import { colorFix } from '../../fix/color.ts'
import { contrastMessage, distinctTexts } from '../../model/node-styles.ts'
import { defineRule } from '../../rule.ts'

export const contrastLight = defineRule({
  id: 'accessibility.contrast',
  severity: 'warning',
  why: 'It is unreadable in bright light, on poor screens and with low vision.',
  remedy: 'Use at least 4.5:1, or 3:1 from 24 px (18.66 px in bold): make the text darker or its background lighter.',
  doc: 'https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum',
  *check(context) {
    for (const { node, paint, text } of distinctTexts(context.page)) {
      const min = minContrast(paint.size, paint.weight)
      const ratio = contrast(paint.color, paint.background)
      if (paint.isOverImage || ratio >= min) continue
      const fix = colorFix(node, paint)
      yield {
        node,
        prop: 'style.color',
        message: contrastMessage(context.title(node), { text, shown: paint, min, where: '' }),
        fix,
      }
    }
  },
})
