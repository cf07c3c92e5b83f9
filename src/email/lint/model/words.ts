import type { Page } from '../page/page.ts'

const cached = new WeakMap<Page, number>()

/** Number of visible words on a page. */
export function wordsOf(page: Page): number {
  let words = cached.get(page)
  if (words === undefined) {
    words = page.texts.reduce((sum, { text }) => sum + countWords(text), 0)
    cached.set(page, words)
  }
  return words
}

/** Counts words and numbers. */
export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
}
