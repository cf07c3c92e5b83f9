import { defineRule } from '../../rule.ts'

export const preheaderMissing = defineRule({
  id: 'inbox.preheader-missing',
  severity: 'warning',
  why: 'Inboxes then show the first words of the email next to the subject, often “View in browser”.',
  remedy: 'Write a preview text that continues the subject.',
  doc: 'https://www.litmus.com/blog/the-ultimate-guide-to-preview-text-support',
  check: ({ document: { meta } }) =>
    (meta.preheader ?? '').trim() === '' ? [{ prop: 'meta.preheader', message: 'The email has no preview text.' }] : [],
})
