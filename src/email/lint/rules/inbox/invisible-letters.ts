import { replaceFix, settingsFix } from '../../fix/change.ts'
import { everyText } from '../../model/texts-and-urls.ts'
import { defineRule } from '../../rule.ts'

// Joiners have a meaning in Arabic, Indic scripts and emoji, soft hyphens in long words; between Latin letters these have
// none.
const hidden = /(?<=[\p{Script=Latin}\d])[\u200b-\u200d\u2060\ufeff]+(?=[\p{Script=Latin}\d])/gu
const inSubject = /[\u200b\u2060\ufeff\u00ad]/g
const many = 3

/** Invisible characters that split words. */
export const invisibleLetters = defineRule({
  id: 'inbox.invisible-letters',
  severity: 'warning',
  why: 'Spammers split words with invisible characters, so filters score them; search and screen readers miss the words.',
  remedy: 'Remove them; they usually come with pasted text.',
  doc: 'https://www.unicode.org/reports/tr36/',
  *check(context) {
    const { subject = '' } = context.document.meta
    if (inSubject.test(subject)) {
      const fix = settingsFix('Remove them', { meta: { subject: subject.replace(inSubject, '') } })
      yield { prop: 'meta.subject', message: 'The subject contains invisible characters.', fix }
    }
    for (const { node, prop, text } of everyText(context)) {
      if (node === undefined || !/[\u200b-\u200d\u2060\ufeff]/.test(text)) continue
      const count = text.match(hidden)?.length ?? 0
      if (count < many) continue
      const message = `${context.title(node)}: ${count} invisible characters split words.`
      yield { node, prop, message, fix: replaceFix(node, 'Remove them', (one) => one.replace(hidden, '')) }
    }
  },
})
