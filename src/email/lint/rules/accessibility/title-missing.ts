import { isTagged } from '../../../data/index.ts'
import { settingsFix } from '../../fix/change.ts'
import { defineRule } from '../../rule.ts'

export const titleMissing = defineRule({
  id: 'accessibility.title-missing',
  severity: 'warning',
  why: 'Screen readers and browser tabs show it as the name of the email.',
  remedy: 'Give the email a title, such as “Order confirmation”.',
  doc: 'https://www.w3.org/WAI/WCAG22/Understanding/page-titled',
  check({ document: { meta } }) {
    const title = meta.title.trim()
    if (title !== '' && title.toLowerCase() !== 'untitled') return []
    const { subject = '' } = meta
    const fix =
      subject.trim() === '' || isTagged(subject)
        ? undefined
        : settingsFix('Use the subject', { meta: { title: subject.trim() } })
    return [{ prop: 'meta.title', message: 'The email has no title.', fix }]
  },
})
