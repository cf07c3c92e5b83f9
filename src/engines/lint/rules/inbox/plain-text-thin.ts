import { countWords, wordsOf } from '../../model/words.ts'
import { defineRule } from '../../rule.ts'

const least = 0.2

/** Plain text that leaves most out. */
export const plainTextThin = defineRule({
  id: 'inbox.plain-text-thin',
  severity: 'warning',
  why: 'Watches, screen readers and careful people read the plain text, and filters compare it with the HTML (MPART_ALT_DIFF).',
  remedy: 'Show more blocks in the plain text, or give pictures alternative texts.',
  doc: 'https://www.rfc-editor.org/rfc/rfc2046#section-5.1.4',
  check({ page, sample: { text = '' } }) {
    const inHtml = wordsOf(page)
    const inText = countWords(text)
    if (inHtml === 0 && page.images.length === 0) return []
    return inText < inHtml * least || (inText === 0 && page.images.length > 0)
      ? [{ message: `The plain text has ${inText} words, the HTML ${inHtml}.` }]
      : []
  },
})
