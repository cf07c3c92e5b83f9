import type { Page } from '../page/page.ts'

const cached = new WeakMap<Page, number>()

/** How many words all that can be seen of a page has. */
export function wordsOf(page: Page): number {
  let words = cached.get(page)
  if (words === undefined) {
    words = page.texts.reduce((sum, { text }) => sum + countWords(text), 0)
    cached.set(page, words)
  }
  return words
}

/** How many words or numbers a text has. */
export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
}
