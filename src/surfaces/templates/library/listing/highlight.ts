import { limits } from '../../../../kernel/limits.ts'
import { foldWithPlaces } from '../../../../platform/storage/index.ts'

const before = 60
// Longer than a query, so that the first hit always fits.
const maxLength = before + limits.searchLength

/** The whole text as HTML with every hit marked; undefined without a hit. `words` are folded for search. */
export function highlight(text: string, words: readonly string[]): string | undefined {
  const shown = text.normalize('NFC')
  const hits = hitsIn(shown, words)
  return hits.length === 0 ? undefined : mark(shown, hits)
}

/** About 200 characters around the first hit as HTML, cut between words and marked like `highlight`. */
export function excerpt(text: string, words: readonly string[]): string | undefined {
  const shown = text.normalize('NFC').replace(/\s+/gu, ' ')
  const hits = hitsIn(shown, words)
  const [first] = hits
  if (first === undefined) return undefined
  const start = startOfWord(shown, first.start)
  const end = endOfWord(shown, start + maxLength)
  const inside = hits
    .filter((hit) => hit.start < end)
    .map((hit) => ({ start: hit.start - start, end: Math.min(hit.end, end) - start }))
  return `${start > 0 ? '…' : ''}${mark(shown.slice(start, end), inside).trim()}${end < shown.length ? '…' : ''}`
}

interface Hit {
  start: number
  end: number
}

/** Ranges of the hits in a text, in order; a character that folds to several letters is marked as a whole. */
function hitsIn(text: string, words: readonly string[]): Hit[] {
  if (words.length === 0) return []
  const { folded, spanOf } = foldWithPlaces(text)
  const hits: Hit[] = []
  for (const { 0: found, index } of folded.matchAll(patternOf(words))) {
    const hit = spanOf(index, index + found.length)
    const before = hits.at(-1)
    if (before !== undefined && hit.start < before.end) before.end = Math.max(before.end, hit.end)
    else hits.push(hit)
  }
  return hits
}

// Longer words first, so that `sales` is marked whole if the query contains both `sale` and `sales`.
function patternOf(words: readonly string[]): RegExp {
  const alternatives = words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  return new RegExp(alternatives.join('|'), 'gu')
}

function mark(text: string, hits: readonly Hit[]): string {
  let html = ''
  let done = 0
  for (const { start, end } of hits) {
    html += `${escapeHtml(text.slice(done, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`
    done = end
  }
  return html + escapeHtml(text.slice(done))
}

function startOfWord(text: string, hit: number): number {
  if (hit <= before) return 0
  const space = text.indexOf(' ', hit - before)
  // Scripts without spaces, such as Japanese, are cut at any character boundary.
  return space >= 0 && space < hit ? space + 1 : wholeCharacter(text, hit - before)
}

function endOfWord(text: string, end: number): number {
  if (end >= text.length) return text.length
  const space = text.lastIndexOf(' ', end)
  return space > end - before ? space : wholeCharacter(text, end)
}

/** Moves the index past a surrogate pair that it would split. */
function wholeCharacter(text: string, index: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(index)) ? index + 1 : index
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
