import { settingsFix } from '../../fix/change.ts'
import { defineRule } from '../../rule.ts'

const prefix = /^\s*(?:(?:re|fwd?|aw|wg|tr|rv|sv|antw|doorst)\s*:\s*)+/i

/** Bulk mailings with a subject that imitates a reply. */
export const fakeReply = defineRule({
  id: 'inbox.feigned-reply',
  severity: 'warning',
  why: 'A fake “Re:” or “Fwd:” is deceptive: CAN-SPAM forbids it, and recipients report it as spam.',
  remedy: 'Describe the content of the email.',
  doc: 'https://www.ftc.gov/business-guidance/resources/can-spam-act-compliance-guide-business',
  check({ document: { meta }, isBulk }) {
    const { subject = '' } = meta
    if (!isBulk || !prefix.test(subject)) return []
    const plain = subject.replace(prefix, '')
    const fix =
      plain.trim() === ''
        ? undefined
        : settingsFix('Remove it', { meta: { subject: plain.slice(0, 1).toUpperCase() + plain.slice(1) } })
    return [{ prop: 'meta.subject', message: 'The subject looks like a reply or a forwarded message.', fix }]
  },
})
