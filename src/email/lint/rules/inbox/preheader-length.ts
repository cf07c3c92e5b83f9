import { defineRule } from '../../rule.ts'

const min = 40
const max = 130

/** Preview text that is truncated, or short enough for clients to append other text. */
export const preheaderLength = defineRule({
  id: 'inbox.preheader-length',
  severity: 'hint',
  why: 'Inboxes show 40 to 130 characters: longer text is cut off, shorter text leaves a gap.',
  remedy: 'Write 40 to 130 characters, the most important first.',
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
