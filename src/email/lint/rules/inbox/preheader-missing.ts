import { defineRule } from '../../rule.ts'

/** An email without preview text. */
export const preheaderMissing = defineRule({
  id: 'inbox.preheader-missing',
  severity: 'warning',
  why: 'Beside the subject the inbox then shows the first words of the email, often “View in browser”.',
  remedy: 'Set meta.preheader to one sentence that goes on where the subject ends.',
  doc: 'https://www.litmus.com/blog/the-ultimate-guide-to-preview-text-support',
  check: ({ document: { meta } }) =>
    (meta.preheader ?? '').trim() === '' ? [{ prop: 'meta.preheader', message: 'The email has no preview text.' }] : [],
})
