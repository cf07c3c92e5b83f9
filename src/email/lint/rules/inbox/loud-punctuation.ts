import { settingsFix } from '../../fix/change.ts'
import { defineRule } from '../../rule.ts'

export const loudPunctuation = defineRule({
  id: 'inbox.loud-punctuation',
  severity: 'hint',
  why: 'It looks like spam, and filters score it.',
  remedy: 'Use one punctuation mark.',
  doc: 'https://spamassassin.apache.org/old/tests_3_3_x.html',
  check({ document: { meta } }) {
    const { subject = '' } = meta
    const reduced = subject.replace(/([!?])[!?]+/g, '$1').replace(/([€$£])\1+/g, '$1')
    return reduced === subject
      ? []
      : [
          {
            prop: 'meta.subject',
            message: 'The subject repeats its punctuation.',
            fix: settingsFix('Keep one', { meta: { subject: reduced } }),
          },
        ]
  },
})
