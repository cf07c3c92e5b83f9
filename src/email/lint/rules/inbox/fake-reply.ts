import { settingsFix } from '../../fix/change.ts'
import { defineRule } from '../../rule.ts'

const prefix = /^\s*(?:(?:re|fwd?|aw|wg|tr|rv|sv|antw|doorst)\s*:\s*)+/i

/** Mailings to many that feign an answer. */
export const fakeReply = defineRule({
  id: 'inbox.feigned-reply',
  severity: 'warning',
  why: 'It deceives about what the email is, which CAN-SPAM forbids and readers report as spam.',
  remedy: 'Say what the email is about.',
  doc: 'https://www.ftc.gov/business-guidance/resources/can-spam-act-compliance-guide-business',
  check({ document: { meta }, isBulk }) {
    const { subject = '' } = meta
    if (!isBulk || !prefix.test(subject)) return []
    const plain = subject.replace(prefix, '')
    const fix =
      plain.trim() === ''
        ? undefined
        : settingsFix('Take it away', { meta: { subject: plain.slice(0, 1).toUpperCase() + plain.slice(1) } })
    return [{ prop: 'meta.subject', message: 'The subject looks like an answer to somebody.', fix }]
  },
})
