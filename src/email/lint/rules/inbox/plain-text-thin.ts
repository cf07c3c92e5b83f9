import { countWords, wordsOf } from '../../model/words.ts'
import { defineRule } from '../../rule.ts'

const min = 0.2

export const plainTextThin = defineRule({
  id: 'inbox.plain-text-thin',
  severity: 'warning',
  why: 'Watches, screen readers and text-only clients show the plain text, and filters compare it with the HTML (MPART_ALT_DIFF).',
  remedy: 'Include more blocks in the plain text, or add alternative texts to images.',
  doc: 'https://www.rfc-editor.org/rfc/rfc2046#section-5.1.4',
  check({ page, sample: { html = '', preheader = '', text = '' } }) {
    const inText = countWords(text)
    if (inText === 0 && page.images.length > 0) return [{ message: 'The plain text is empty.' }]
    if (inText >= wordsOf(page) * min) return []
    // The page has all branches; content that the samples hide is in neither part.
    const inHtml = countWords(seenIn(html)) - countWords(preheader)
    return inText < inHtml * min ? [{ message: `The plain text has ${inText} words, the HTML ${inHtml}.` }] : []
  },
})

// Safe with a pattern, because the renderer wrote this HTML.
function seenIn(html: string): string {
  return html
    .slice(html.indexOf('<body'))
    .replace(/<!--[\s\S]*?(?:-->|$)|<style[\s\S]*?(?:<\/style>|$)|<[^<>]*>|&#?\w+;/g, ' ')
}
