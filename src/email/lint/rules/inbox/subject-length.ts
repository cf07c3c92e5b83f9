import { defineRule } from '../../rule.ts'

const min = 10
const max = 60

export const subjectLength = defineRule({
  id: 'inbox.subject-length',
  severity: 'hint',
  why: 'Phones show 30 to 40 characters of a subject, webmail about 60; one or two words are too vague.',
  remedy: 'Put the essential part in the first 40 characters and stop at 60.',
  doc: 'https://mailchimp.com/help/best-practices-for-email-subject-lines/',
  check({ sample: { subject = '' } }) {
    const { length } = [...subject.trim()]
    return length > max || (length > 0 && length < min)
      ? [
          {
            prop: 'meta.subject',
            message: `With sample data the subject has ${length} characters; ${min} to ${max} are shown in full.`,
          },
        ]
      : []
  },
})
