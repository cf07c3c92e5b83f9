import { replaceFix, settingsFix } from '../../fix/change.ts'
import { everyText } from '../../model/every-text.ts'
import { defineRule } from '../../rule.ts'

// Joiners have a meaning in Arabic, Indic scripts and emoji, soft hyphens in long words; between Latin letters these have none.
const hidden = /(?<=[\p{Script=Latin}\d])[\u200b-\u200d\u2060\ufeff]+(?=[\p{Script=Latin}\d])/gu
const inSubject = /[\u200b\u2060\ufeff\u00ad]/g
const many = 3

/** Letters that are not seen and part words. */
export const invisibleLetters = defineRule({
  id: 'inbox.invisible-letters',
  severity: 'warning',
  why: 'Spam parts words so to get past filters, which therefore count it; searching and reading aloud miss the words.',
  remedy: 'Take them out; they mostly come with pasted text.',
  doc: 'https://www.unicode.org/reports/tr36/',
  *check(context) {
    const { subject = '' } = context.document.meta
    if (inSubject.test(subject)) {
      const fix = settingsFix('Take them out', { meta: { subject: subject.replace(inSubject, '') } })
      yield { prop: 'meta.subject', message: 'The subject holds letters that are not seen.', fix }
    }
    for (const { node, prop, text } of everyText(context)) {
      if (node === undefined || !/[\u200b-\u200d\u2060\ufeff]/.test(text)) continue
      const count = text.match(hidden)?.length ?? 0
      if (count < many) continue
      const message = `${context.title(node)}: ${count} letters that are not seen part its words.`
      yield { node, prop, message, fix: replaceFix(node, 'Take them out', (one) => one.replace(hidden, '')) }
    }
  },
})
