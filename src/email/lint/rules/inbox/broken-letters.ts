import { replaceFix, settingsFix } from '../../fix/change.ts'
import { everyText } from '../../model/texts-and-urls.ts'
import { isBroken, fixLetters } from '../../model/broken-letters.ts'
import { defineRule } from '../../rule.ts'

export const brokenLetters = defineRule({
  id: 'inbox.broken-letters',
  severity: 'error',
  why: 'Recipients see broken characters and suspect a fake.',
  remedy: 'Retype the characters; pasted or imported text was decoded with the wrong encoding.',
  doc: 'https://www.w3.org/International/questions/qa-what-is-encoding',
  *check(context) {
    for (const { node, prop, text } of everyText(context)) {
      const broken = isBroken(text)
      if (broken === undefined) continue
      const message = `${context.title(node)}: “${broken}” is a wrongly decoded text.`
      if (node === undefined) {
        const fixed = fixLetters(text)
        const key = prop.slice('meta.'.length)
        const fix = isBroken(fixed) ? undefined : settingsFix('Fix the characters', { meta: { [key]: fixed } })
        yield { prop, message, fix }
      } else {
        const fix = isBroken(fixLetters(text)) ? undefined : replaceFix(node, 'Fix the characters', fixLetters)
        yield { node, prop, message, fix }
      }
    }
  },
})
