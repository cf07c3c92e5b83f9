import { replaceFix, settingsFix } from '../../fix/change.ts'
import { everyText } from '../../model/every-text.ts'
import { isBroken, fixLetters } from '../../model/broken-letters.ts'
import { defineRule } from '../../rule.ts'

/** Text that was read in the wrong encoding. */
export const brokenLetters = defineRule({
  id: 'inbox.broken-letters',
  severity: 'error',
  why: 'Everybody sees the signs that stand where a letter was, and takes the email for a fake.',
  remedy: 'Write the letters anew; what was pasted or imported was read in another encoding than it was written in.',
  doc: 'https://www.w3.org/International/questions/qa-what-is-encoding',
  *check(context) {
    for (const { node, prop, text } of everyText(context)) {
      const broken = isBroken(text)
      if (broken === undefined) continue
      const message = `${context.title(node)}: “${broken}” stands where other letters were.`
      if (node === undefined) {
        const fixed = fixLetters(text)
        const key = prop.slice('meta.'.length)
        const fix = isBroken(fixed) ? undefined : settingsFix('Mend the letters', { meta: { [key]: fixed } })
        yield { prop, message, fix }
      } else {
        const fix = isBroken(fixLetters(text)) ? undefined : replaceFix(node, 'Mend the letters', fixLetters)
        yield { node, prop, message, fix }
      }
    }
  },
})
