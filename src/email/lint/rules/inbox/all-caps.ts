import { settingsFix } from '../../fix/change.ts'
import { defineRule } from '../../rule.ts'

export const allCaps = defineRule({
  id: 'inbox.all-caps',
  severity: 'warning',
  why: 'All caps look like shouting, are slower to read, and SpamAssassin scores them (SUBJ_ALL_CAPS).',
  remedy: 'Use normal capitalization.',
  doc: 'https://spamassassin.apache.org/old/tests_3_3_x.html',
  check({ document: { meta } }) {
    const { subject = '' } = meta
    const words = subject.replace(/\{[{%][^{}]*\}\}?/g, '')
    const letters = words.match(/\p{L}/gu) ?? []
    const isAllCaps = letters.length >= 8 && words === words.toUpperCase() && words !== words.toLowerCase()
    if (!isAllCaps) return []
    const fix = subject.includes('{')
      ? undefined
      : settingsFix('Use lowercase', { meta: { subject: sentenceCase(subject) } })
    return [{ prop: 'meta.subject', message: 'The subject is in all caps.', fix }]
  },
})

function sentenceCase(text: string): string {
  const small = text.toLowerCase()
  return small.slice(0, 1).toUpperCase() + small.slice(1)
}
