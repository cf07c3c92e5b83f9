import { otherNames } from './nicknames.ts'
import { romanize } from './romanize.ts'

/** A name as someone writes it. */
export interface PersonName {
  readonly first: string
  readonly last: string
  /** Further given names; only the first letter of them is used. */
  readonly middle?: string
}

/** The spellings of a name in addresses, the likeliest first. Letters, digits and hyphens of ASCII only. */
export interface NameParts {
  readonly firsts: readonly string[]
  readonly lasts: readonly string[]
  /** One letter. */
  readonly middle?: string
}

/** Letters that have no decomposition, with what they become; the second spelling is the one of its language. */
const letters: Readonly<Record<string, readonly [plain: string, own?: string]>> = {
  ß: ['ss'],
  ø: ['o', 'oe'],
  æ: ['ae'],
  œ: ['oe'],
  å: ['a', 'aa'],
  ä: ['a', 'ae'],
  ö: ['o', 'oe'],
  ü: ['u', 'ue'],
  ł: ['l'],
  đ: ['d'],
  ð: ['d'],
  þ: ['th'],
  ħ: ['h'],
  ı: ['i'],
  ŋ: ['n'],
}

/** Words before a family name that are written with it, or left out. */
const particles = new Set(
  'af al ap av bin da das de del della den der di do dos du el ibn la las le los mac mc of ten ter the van vom von zu zum zur'.split(
    ' ',
  ),
)

const maxSpellings = 4
const maxNicknames = 2
/** Where umlauts and the like are taken apart before their marks are dropped: Jürgen is juergen there. */
const takesApart = /\.(?:de|at|ch|li|dk)$/

/**
 * The spellings of a name in addresses, at a domain if one is given; undefined for the first part (`first`, `last`) of it that
 * is written in letters nobody but the person knows how to write in Latin ones.
 */
export function readName(
  name: PersonName,
  { domain = '' }: { domain?: string } = {},
): NameParts | { readonly unreadable: 'first' | 'last' } {
  const isApart = takesApart.test(domain)
  const spelled = spellingsOf(name.first, { isFamily: false, isApart })
  const [plain] = spelled
  if (plain === undefined) return { unreadable: 'first' }
  const lasts = spellingsOf(name.last, { isFamily: true, isApart })
  if (lasts.length === 0) return { unreadable: 'last' }
  const firsts = [...new Set([...spelled, ...otherNames(plain).slice(0, maxNicknames)])]
  const middle = foldWord(romanize(name.middle ?? ''))?.replaceAll(/[^a-z]/g, '')[0]
  return { firsts, lasts, ...(middle === undefined ? {} : { middle }) }
}

/** A word in small letters of ASCII; undefined where it has letters of another script. `own` spells as its language does. */
function foldWord(word: string, own = false): string | undefined {
  const small = word.normalize('NFC').toLowerCase()
  const plain = [...small].map((letter) => {
    const [usual, ofLanguage] = letters[letter] ?? []
    return (own ? ofLanguage : undefined) ?? usual ?? letter
  })
  const folded = plain
    .join('')
    .normalize('NFD')
    .replaceAll(/\p{M}|['’ʼ`.,]/gu, '')
  return /^[a-z0-9\s-]*$/.test(folded) ? folded.trim() : undefined
}

function spellingsOf(text: string, { isApart, isFamily }: { isFamily: boolean; isApart: boolean }): string[] {
  const customs = isApart ? [true, false] : [false, true]
  const found = customs.flatMap((isOther) => {
    // Where letters are taken apart, those of other scripts are written as elsewhere.
    const folded = foldWord(romanize(text, { isFamily, isOther: isOther !== isApart }), isOther)
    return folded === undefined ? [] : formsOf(folded.split(/\s+/).filter(Boolean), isFamily)
  })
  return [...new Set(found)].filter((form) => /[a-z]/.test(form)).slice(0, maxSpellings)
}

/** What is written together, what with its hyphen, and what is left of it when the rest is dropped. */
function formsOf(words: readonly string[], isFamily: boolean): string[] {
  const rest = isFamily ? words.filter((word) => !particles.has(word)) : []
  const hasParticles = rest.length > 0 && rest.length < words.length
  const parts = words.flatMap((word) => word.split('-')).filter(Boolean)
  const [whole, hyphenated] = [parts.join(''), parts.join('-')]
  // Of several given names one is used; of several family names any may be.
  const single = isFamily
    ? hasParticles
      ? [rest.join('').replaceAll('-', '')]
      : parts.toReversed()
    : parts.slice(0, 1)
  const isCompound = words.some((word) => word.includes('-'))
  if (!isFamily && !isCompound) return [...single, whole]
  return isCompound ? [hyphenated, whole, ...single] : [whole, ...single]
}
