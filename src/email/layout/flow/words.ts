import type { TextStyle } from '../style/computed-style.ts'

/** An unbreakable piece of text, or a space. */
export interface Token {
  text: string
  isSpace: boolean
  /** True if a line may break after it; always true for spaces. */
  mayBreakAfter: boolean
}

const cached = new Map<string, readonly Token[]>()
const maxCached = 20_000

/**
 * Splits text at break opportunities: at spaces, after hyphens and dashes, between ideographs, between the words of
 * languages without spaces (a subset of Unicode Standard Annex 14).
 */
export function tokensOf(text: string): readonly Token[] {
  const known = cached.get(text)
  if (known !== undefined) return known
  const tokens: Token[] = []
  // A no-break space is part of a word.
  for (const part of text.split(/( +)/)) {
    if (part === '') continue
    if (part.startsWith(' ')) for (const text of part) tokens.push({ text, isSpace: true, mayBreakAfter: true })
    else addWord(part, tokens)
  }
  if (cached.size > maxCached) cached.clear()
  cached.set(text, tokens)
  return tokens
}

const maxWordLength = 500
const invisible = /[\u200b\u00ad\u2060\ufeff]/
const special =
  /[-\u2010\u2012-\u2014\u200b\u00ad\u0e00-\u0eff\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\u{1f000}-\u{3ffff}]/u
const unspaced = /[\u0e00-\u0eff\u1780-\u17ff]/
const ideograph = /^[\u2e80-\u303f\u3040-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\u{1f000}-\u{3ffff}]/u
// Characters that must not begin or end a line (Annex 14, classes CL, EX, IS, NS and OP).
const neverFirst =
  /^[!%),.:;?\]}\u2019\u201d\u2026\u3001\u3002\u3005\u3009\u300b\u300d\u300f\u3011\u3015\u30fb\u30fc\uff01\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7]/
const neverLast = /[([{\u2018\u201c\u3008\u300a\u300c\u300e\u3010\u3014\uff08]$/

const wordSegmenter = new Intl.Segmenter('th', { granularity: 'word' })
const letterSegmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

function addWord(word: string, tokens: Token[]): void {
  if (!special.test(word)) {
    // Longer runs are not words; splitting them bounds the time of shaping.
    for (let at = 0; at < word.length; at += maxWordLength) {
      tokens.push({ text: word.slice(at, at + maxWordLength), isSpace: false, mayBreakAfter: false })
    }
    return
  }
  const pieces = unspaced.test(word) ? [...wordSegmenter.segment(word)].map(({ segment }) => segment) : lettersOf(word)
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1]
    const text = invisible.test(piece) ? piece.replace(new RegExp(invisible, 'g'), '') : piece
    const mayBreakAfter = next !== undefined && mayPart(piece, next)
    const last = tokens.at(-1)
    if (last !== undefined && index > 0 && !last.mayBreakAfter && !last.isSpace) {
      last.text += text
      last.mayBreakAfter = mayBreakAfter
    } else if (text !== '' || mayBreakAfter) tokens.push({ text, isSpace: false, mayBreakAfter })
  }
}

function lettersOf(word: string): string[] {
  return [...letterSegmenter.segment(word)].map(({ segment }) => segment)
}

function mayPart(before: string, after: string): boolean {
  if (neverFirst.test(after) || neverLast.test(before)) return false
  if (before.endsWith('\u200b')) return true
  if (/[-\u2010\u2012\u2013]$/.test(before)) return /^\p{L}/u.test(after)
  if (before.endsWith('\u2014') || after.startsWith('\u2014')) return true
  if (ideograph.test(before) || ideograph.test(after)) return !/^(?:\u200d|\ufe0f)/.test(after)
  return unspaced.test(before) && unspaced.test(after)
}

/** False if the styles differ, so that the texts are separate runs. */
export function isSameText(a: TextStyle, b: TextStyle): boolean {
  return (
    a === b ||
    (a.color === b.color &&
      a.face === b.face &&
      a.size === b.size &&
      a.letterSpacing === b.letterSpacing &&
      a.wider === b.wider &&
      a.underline === b.underline &&
      a.lineThrough === b.lineThrough)
  )
}
