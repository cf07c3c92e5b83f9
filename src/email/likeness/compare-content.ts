import { countWords, shareOf, shareOfWords, uploadUrlOf } from '../import/index.ts'
import type { DisplayList, DisplayText } from '../layout/index.ts'
import { flatten } from './flatten.ts'

/** Shares of what one page displays that another displays too, from 0 to 1; 1 where there is nothing. */
export interface KeptContent {
  words: number
  links: number
  images: number
}

/** Px; what is thinner holds space or counts readers. */
const spacer = 2
const leadsNowhere = /^(?:#|https?:\/\/)?$/i

/** Words that the result displays more often than the source count as lost: text that stands twice was not kept. */
export function compareContent(source: DisplayList, result: DisplayList): KeptContent {
  const [wanted, found] = [contentOf(source), contentOf(result)]
  return {
    words: shareOfWords(wanted.words, found.words, found.words),
    links: shareOf(wanted.links, (href) => found.links.has(href)),
    images: shareOf(wanted.images, (src) => found.images.has(src)),
  }
}

function contentOf(page: DisplayList) {
  const links = new Set<string>()
  const images = new Set<string>()
  let text = ''
  let before: DisplayText | undefined
  for (const { item, opacity } of flatten(page.items)) {
    if (opacity === 0) continue
    const href = (item.kind === 'link' ? item.href : 'meaning' in item ? (item.meaning.href ?? '') : '').trim()
    if (!leadsNowhere.test(href)) links.add(href)
    if (item.kind === 'picture' && Math.min(item.width, item.height) > spacer)
      images.add(uploadUrlOf(item.src) ?? item.src)
    else if (item.kind === 'box' && item.image !== undefined) images.add(uploadUrlOf(item.image.src) ?? item.image.src)
    else if (item.kind === 'text') {
      text += before !== undefined && touches(before, item) ? item.text : ` ${item.text}`
      before = item
    }
  }
  const words = new Map<string, number>()
  countWords(text, words)
  return { words, links, images }
}

// Runs of one word that differ in style only.
function touches(before: DisplayText, after: DisplayText): boolean {
  const gap = Math.max(before.x, after.x) - Math.min(before.x + before.width, after.x + after.width)
  return before.paragraph === after.paragraph && before.baseline === after.baseline && gap < after.size * 0.1
}
