/** Text comparison: names by case alone, search by the characters that users type. */

/** Folds case, composition of accents and the Greek final sigma. */
export function foldCase(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ')
}

/** Letters without a Unicode decomposition, as they are typed on a keyboard that lacks them. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  ς: 'σ',
}
const anyLetter = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')

/** Typographic characters and their keyboard equivalents. */
const signs: readonly (readonly [set: RegExp, typed: string])[] = [
  [/[\u2018\u2019\u201a\u201b\u2032\u02b9\u02bb\u02bc\u00b4\u0060\uff07]/g, "'"],
  [/[\u201c\u201d\u201e\u201f\u2033]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
]

/** Accents, the points of Hebrew and Arabic, and invisible characters: soft hyphens, joiners, direction marks. */
const unheard = new RegExp(
  [
    '[\\u0300-\\u036f]',
    '[\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7]',
    '[\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670]',
    '[\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\ufeff]',
  ].join('|'),
  'g',
)

/**
 * Folds text for search: besides case, it ignores accents, ligatures and the typography of quotes and dashes. Folding a part
 * of a text that begins with a letter and ends before one returns that part of the folded text.
 */
export function foldForSearch(text: string): string {
  if (isAscii(text)) return text.toLowerCase().replaceAll('`', "'")
  let folded = text
  for (const [set, typed] of signs) folded = folded.replace(set, typed)
  return folded
    .normalize('NFKD')
    .toLowerCase()
    .replace(unheard, '')
    .replace(anyLetter, (letter) => letters[letter] ?? letter)
    .normalize('NFC')
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false
  return true
}

/** A folded text with a mapping to the original positions. */
export interface FoldedText {
  folded: string
  /** The range of the original text for the folded characters from `start` to before `end`. */
  spanOf(start: number, end: number): { start: number; end: number }
}

/**
 * Folds a text for search and keeps positions, so that matches can be highlighted. The text must be in composed form, NFC.
 */
export function foldWithPlaces(text: string): FoldedText {
  if (isAscii(text)) return { folded: foldForSearch(text), spanOf: (start, end) => ({ start, end }) }
  const starts: number[] = []
  const ends: number[] = []
  let folded = ''
  // A letter is folded together with its combining marks.
  for (const { 0: letter, index } of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const form = foldOnce(letter)
    for (let at = 0; at < form.length; at++) {
      starts.push(index)
      ends.push(index + letter.length)
    }
    folded += form
  }
  return { folded, spanOf: (start, end) => ({ start: starts[start] ?? 0, end: ends[end - 1] ?? 0 }) }
}

const maxCached = 4096
const cached = new Map<string, string>()

/** Cached, because most texts use few distinct letters. */
function foldOnce(letter: string): string {
  let form = cached.get(letter)
  if (form === undefined) {
    form = foldForSearch(letter)
    if (cached.size >= maxCached) cached.clear()
    cached.set(letter, form)
  }
  return form
}
