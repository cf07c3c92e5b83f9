import { limits } from '../../../../kernel/limits.ts'

const before = 60
// Longer than a query, so that the first hit is always inside.
const longest = before + limits.searchLength

/** The whole text as HTML with every hit marked, or undefined when no word occurs in it. */
export function highlight(text: string, words: readonly string[]): string | undefined {
  const pattern = patternOf(words)
  return text.search(pattern) < 0 ? undefined : mark(text, pattern)
}

/** The surroundings of the first hit as HTML, about 200 characters, cut between words and marked like `highlight`. */
export function excerpt(text: string, words: readonly string[]): string | undefined {
  const pattern = patternOf(words)
  const hit = text.search(pattern)
  if (hit < 0) return undefined
  const start = startOfWord(text, hit)
  const end = endOfWord(text, start + longest)
  return `${start > 0 ? '…' : ''}${mark(text.slice(start, end).trim(), pattern)}${end < text.length ? '…' : ''}`
}

// Longer words first, so that `sales` is marked whole where both `sale` and `sales` were asked for.
function patternOf(words: readonly string[]): RegExp {
  const alternatives = words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  return new RegExp(alternatives.join('|'), 'giu')
}

function mark(text: string, pattern: RegExp): string {
  let html = ''
  let done = 0
  for (const hit of text.matchAll(pattern)) {
    html += `${escapeHtml(text.slice(done, hit.index))}<mark>${escapeHtml(hit[0])}</mark>`
    done = hit.index + hit[0].length
  }
  return html + escapeHtml(text.slice(done))
}

function startOfWord(text: string, hit: number): number {
  if (hit <= before) return 0
  const space = text.indexOf(' ', hit - before)
  // Scripts without spaces, such as Japanese, are cut anywhere but inside a character.
  return space >= 0 && space < hit ? space + 1 : wholeCharacter(text, hit - before)
}

function endOfWord(text: string, end: number): number {
  if (end >= text.length) return text.length
  const space = text.lastIndexOf(' ', end)
  return space > end - before ? space : wholeCharacter(text, end)
}

/** The index, moved behind a surrogate pair that it would cut. */
function wholeCharacter(text: string, index: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(index)) ? index + 1 : index
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
