import { settingsFix } from '../../fix/change.ts'
import { defineRule } from '../../rule.ts'

export const subjectMissing = defineRule({
  id: 'inbox.subject-missing',
  severity: 'warning',
  why: 'The subject decides whether the email is opened, and filters distrust emails without one.',
  remedy: 'Write a subject.',
  doc: 'https://www.rfc-editor.org/rfc/rfc5322#section-3.6.5',
  check({ document: { meta } }) {
    if ((meta.subject ?? '').trim() !== '') return []
    const title = meta.title.trim()
    const fix =
      title === '' || title.toLowerCase() === 'untitled' || !isPlain(title)
        ? undefined
        : settingsFix('Use the title', { meta: { subject: title } })
    return [{ prop: 'meta.subject', message: 'The email has no subject.', fix }]
  },
})

// Tags in a page title belong to another system, and a title in capitals would make an all-caps subject.
function isPlain(title: string): boolean {
  return !/[{}|%<[\]]/.test(title) && title !== title.toUpperCase()
}
