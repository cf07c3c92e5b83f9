import { columnsOf, isWide } from './columns.ts'

/**
 * Wraps at spaces, and between Chinese and Japanese characters, to `width` columns; longer words such as URLs stay
 * whole. Existing line breaks are kept. Lines after the first of each begin with `indent`.
 */
export function wrapText(text: string, width: number, indent = ''): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, width, indent))
    .join('\n')
}

function wrapLine(line: string, width: number, indent: string): string {
  const lines: string[] = []
  let current = ''
  let used = 0
  for (const word of wordsOf(line)) {
    if (word === '') continue
    const pieces = piecesOf(word)
    for (let at = 0; at < pieces.length; at++) {
      const piece = pieces[at] ?? ''
      const gap = at === 0 && current !== '' ? ' ' : ''
      const length = columnsOf(piece)
      if (current !== '' && used + gap.length + length > width) {
        lines.push(current)
        current = indent + piece
        used = indent.length + length
      } else {
        current += gap + piece
        used += gap.length + length
      }
    }
  }
  lines.push(current)
  return lines.join('\n')
}

/** Maximum words inside a tag of an ESP, which wraps as one word; anything longer is not a tag. */
const maxInside = 12

// A URL that contains a tag stays whole too.
function wordsOf(line: string): readonly string[] {
  const words = line.split(/[ \t]+/)
  if (!line.includes('{')) return words
  const whole: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const last = isOpen(word) ? closing(words, at) : at
    whole.push(last === at ? word : words.slice(at, last + 1).join(' '))
    at = last
  }
  return whole
}

function isOpen(word: string): boolean {
  return word.lastIndexOf('{{') > word.lastIndexOf('}}') || word.lastIndexOf('{%') > word.lastIndexOf('%}')
}

/** Index of the word in which the tag that begins at `from` ends; `from` itself if it does not end nearby. */
function closing(words: readonly string[], from: number): number {
  for (let at = from + 1; at < words.length && at <= from + maxInside; at++) {
    const word = words[at] ?? ''
    if ((word.includes('}}') || word.includes('%}')) && !isOpen(word)) return at
  }
  return from
}

// The most common characters that must not begin or end a line (JIS X 4051).
const notAtLineStart = new Set(
  '、。，．・：；？！゛゜ヽヾゝゞ々ー）］｝〕〉》」』】〙〗’”…‥ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ%‰℃',
)
const notAtLineEnd = new Set('（［｛〔〈《「『【〘〖‘“$€¥￥')

/** Parts of a word between which a line may break: one, unless the word contains Chinese or Japanese. */
function piecesOf(word: string): readonly string[] {
  if (!/[\u2e80-\ua4cf\uf900-\ufaff\uff00-\uff60\u{20000}-\u{3ffff}]/u.test(word) || word.includes('://')) return [word]
  const pieces: string[] = []
  let piece = ''
  let before = ''
  for (const char of word) {
    if (piece !== '' && mayBreak(before, char)) {
      pieces.push(piece)
      piece = ''
    }
    piece += char
    before = char
  }
  pieces.push(piece)
  return pieces
}

function mayBreak(before: string, after: string): boolean {
  if (notAtLineStart.has(after) || notAtLineEnd.has(before) || /\p{Mark}|\u200d/u.test(after) || before === '\u200d')
    return false
  return isIdeographic(before) || isIdeographic(after)
}

// Korean separates words by spaces, and an emoji stays with its word.
function isIdeographic(char: string): boolean {
  const code = char.codePointAt(0) ?? 0
  return isWide(char, code) && code >= 0x2e80 && !(code >= 0xac00 && code <= 0xd7a3) && !/\p{Emoji}/u.test(char)
}
