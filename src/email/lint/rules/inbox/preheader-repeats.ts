import { defineRule } from '../../rule.ts'

export const preheaderRepeats = defineRule({
  id: 'inbox.preheader-repeats',
  severity: 'warning',
  why: 'Inboxes show both side by side, so the repetition wastes space.',
  remedy: 'Continue where the subject ends.',
  doc: 'https://www.litmus.com/blog/the-ultimate-guide-to-preview-text-support',
  check({ sample: { preheader = '', subject = '' } }) {
    const plain = (text: string) =>
      text
        .trim()
        .toLowerCase()
        .replace(/(?<![.!?…])[.!?…]+$/, '')
    const [said, again] = [plain(subject), plain(preheader)]
    if (said === '' || !again.startsWith(said)) return []
    if (said === again) return [{ prop: 'meta.preheader', message: 'The preview text repeats the subject.' }]
    // A shared word or two is normal.
    return said.length < 15 ? [] : [{ prop: 'meta.preheader', message: 'The preview text starts with the subject.' }]
  },
})
