import { defineRule } from '../../rule.ts'

const min = 40
const max = 130

/** Preview text that is cut off, or leaves space for other words. */
export const preheaderLength = defineRule({
  id: 'inbox.preheader-length',
  severity: 'hint',
  why: 'Inboxes show 40 to 130 characters: what is longer is cut off, what is shorter looks empty.',
  remedy: 'Write 40 to 130 characters, the telling ones first.',
  doc: 'https://www.litmus.com/blog/the-ultimate-guide-to-preview-text-support',
  check({ sample: { preheader = '' } }) {
    const { length } = [...preheader.trim()]
    return length > 0 && (length < min || length > max)
      ? [
          {
            prop: 'meta.preheader',
            message: `With sample data the preview text has ${length} characters; inboxes show ${min} to ${max}.`,
          },
        ]
      : []
  },
})
