import { otherNames } from './nicknames.ts'
import { romanize } from './romanize.ts'

/** A name as written by the person. */
export interface PersonName {
  readonly first: string
  readonly last: string
  /** Further given names; only their first letter is used. */
  readonly middle?: string
}

/** Spellings of a name in addresses, most likely first. ASCII letters, digits and hyphens only. */
export interface NameParts {
  readonly firsts: readonly string[]
  readonly lasts: readonly string[]
  /** One letter. */
  readonly middle?: string
}

/** Letters without a Unicode decomposition and their ASCII spelling; the second one is the spelling of the language. */
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

/** Particles of a family name, which are joined to it or dropped. */
const particles = new Set(
  'af al ap av bin da das de del della den der di do dos du el ibn la las le los mac mc of ten ter the van vom von zu zum zur'.split(
    ' ',
  ),
)

const maxSpellings = 4
const maxNicknames = 2
/** Top-level domains where umlauts are expanded: Jürgen becomes juergen. */
const expandsUmlauts = /\.(?:de|at|ch|li|dk)$/

/**
 * Spellings of a name in addresses, for a domain if one is given. Returns the first part (`first`, `last`) that is in a
 * script without an unambiguous romanization.
 */
export function readName(
  name: PersonName,
  { domain = '' }: { domain?: string } = {},
): NameParts | { readonly unreadable: 'first' | 'last' } {
  const isApart = expandsUmlauts.test(domain)
  const spelled = spellingsOf(name.first, { isFamily: false, isApart })
  const [plain] = spelled
  if (plain === undefined) return { unreadable: 'first' }
  const lasts = spellingsOf(name.last, { isFamily: true, isApart })
  if (lasts.length === 0) return { unreadable: 'last' }
  const firsts = [...new Set([...spelled, ...otherNames(plain).slice(0, maxNicknames)])]
  const middle = foldWord(romanize(name.middle ?? ''))?.replaceAll(/[^a-z]/g, '')[0]
  return { firsts, lasts, ...(middle === undefined ? {} : { middle }) }
}

/** Folds a word to lowercase ASCII; undefined for letters of other scripts. `own` uses the spelling of the language. */
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
    // Domains with expanded umlauts use the usual romanization of other scripts.
    const folded = foldWord(romanize(text, { isFamily, isOther: isOther !== isApart }), isOther)
    return folded === undefined ? [] : formsOf(folded.split(/\s+/).filter(Boolean), isFamily)
  })
  return [...new Set(found)].filter((form) => /[a-z]/.test(form)).slice(0, maxSpellings)
}

/** Joined, hyphenated and single forms of a name. */
function formsOf(words: readonly string[], isFamily: boolean): string[] {
  const rest = isFamily ? words.filter((word) => !particles.has(word)) : []
  const hasParticles = rest.length > 0 && rest.length < words.length
  const parts = words.flatMap((word) => word.split('-')).filter(Boolean)
  const [whole, hyphenated] = [parts.join(''), parts.join('-')]
  // Of several given names the first is used; of several family names any may be.
  const single = isFamily
    ? hasParticles
      ? [rest.join('').replaceAll('-', '')]
      : parts.toReversed()
    : parts.slice(0, 1)
  const isCompound = words.some((word) => word.includes('-'))
  if (!isFamily && !isCompound) return [...single, whole]
  return isCompound ? [hyphenated, whole, ...single] : [whole, ...single]
}
