// Created on first use: Intl loads large tables.
let names: Intl.DisplayNames | undefined

/** Caches results by tag: there are few tags, and Intl lookups are slow. Limited in size. */
function memoized<Result>(compute: (tag: string) => Result): (tag: string) => Result {
  const known = new Map<string, Result>()
  return (tag) => {
    const answer = known.get(tag)
    if (answer !== undefined) return answer
    const found = compute(tag)
    if (known.size >= maxTags) known.clear()
    known.set(tag, found)
    return found
  }
}

const maxTags = 200

/** English name of a language; undefined for an unknown tag. */
export const languageName = memoized((tag: string): string | undefined => {
  const [primary = ''] = tag.toLowerCase().split('-')
  if (/^(?:und|zxx|mul|mis|root)$/.test(primary)) return undefined
  try {
    names ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
    return names.of(primary)
  } catch {
    return undefined
  }
})

/** Scripts by Unicode name, with the first and last code points of the blocks that contain nearly all their letters. */
const blocks = [
  ['Latin', 0x41, 0x5a, 0x61, 0x7a, 0xc0, 0x24f, 0x1e00, 0x1eff],
  ['Greek', 0x370, 0x3ff, 0x1f00, 0x1fff],
  ['Cyrillic', 0x400, 0x52f],
  ['Armenian', 0x530, 0x58f],
  ['Hebrew', 0x5d0, 0x5f2],
  ['Arabic', 0x620, 0x6ff, 0x750, 0x77f, 0xfb50, 0xfdff, 0xfe70, 0xfeff],
  ['Devanagari', 0x900, 0x97f],
  ['Bengali', 0x980, 0x9ff],
  ['Tamil', 0xb80, 0xbff],
  ['Telugu', 0xc00, 0xc7f],
  ['Thai', 0xe00, 0xe7f],
  ['Georgian', 0x10a0, 0x10ff],
  ['Hiragana', 0x3040, 0x309f],
  ['Katakana', 0x30a0, 0x30ff],
  ['Han', 0x3400, 0x9fff],
  ['Hangul', 0xac00, 0xd7a3],
] as const
export type Script = (typeof blocks)[number][0]
const scripts: readonly Script[] = blocks.map(([name]) => name)

const enough = 30
const max = 8000
const cached = new WeakMap<readonly object[], Script | undefined>()

/** The script of at least two thirds of the letters; undefined if there is none, or too few letters. Ignores merge tags. */
export function mainScript(texts: readonly { text: string }[]): Script | undefined {
  if (cached.has(texts)) return cached.get(texts)
  const script = count(texts)
  cached.set(texts, script)
  return script
}

function count(texts: readonly { text: string }[]): Script | undefined {
  const letters = new Map<Script, number>()
  let latin = 0
  let all = 0
  for (const { text } of texts) {
    if (all > max) break
    const plain =
      text.includes('{') || text.includes('//')
        ? text.slice(0, max).replace(/\{[{%][^{}]*\}\}?|https?:\/\/\S+/g, ' ')
        : text
    for (let at = 0; at < plain.length && all <= max; at++) {
      const script = scriptOf(plain.charCodeAt(at))
      if (script === undefined) continue
      all++
      if (script === 'Latin') latin++
      else letters.set(script, (letters.get(script) ?? 0) + 1)
    }
  }
  if (all < enough) return undefined
  letters.set('Latin', latin)
  for (const [script, number] of letters) if (number > (all * 2) / 3) return script
  return undefined
}

function scriptOf(code: number): Script | undefined {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) ? 'Latin' : undefined
  for (const [name, ...ends] of blocks) {
    for (let at = 0; at + 1 < ends.length; at += 2)
      if (code >= (ends[at] ?? 0) && code <= (ends[at + 1] ?? 0)) return name
  }
  return undefined
}

const ofCode: Record<string, readonly Script[]> = {
  Latn: ['Latin'],
  Cyrl: ['Cyrillic'],
  Grek: ['Greek'],
  Arab: ['Arabic'],
  Hebr: ['Hebrew'],
  Hans: ['Han'],
  Hant: ['Han'],
  Jpan: ['Hiragana', 'Katakana', 'Han'],
  Kore: ['Hangul', 'Han'],
  Thai: ['Thai'],
  Deva: ['Devanagari'],
  Beng: ['Bengali'],
  Taml: ['Tamil'],
  Telu: ['Telugu'],
  Geor: ['Georgian'],
  Armn: ['Armenian'],
}

/** Scripts in which a language is written; all scripts for an unknown language. */
export const scriptsOf = memoized((tag: string): readonly Script[] => {
  try {
    const locale = new Intl.Locale(tag)
    // Serbian and a few others are written in several scripts.
    if (['sr', 'uz', 'az', 'kk', 'mn'].includes(locale.language)) return ['Latin', 'Cyrillic', 'Arabic']
    return ofCode[locale.maximize().script ?? ''] ?? scripts
  } catch {
    return scripts
  }
})

/** The language of a script that is used for a single one; otherwise undefined. */
export function languageOfScript(script: Script): string | undefined {
  const only: Partial<Record<Script, string>> = {
    Greek: 'el',
    Hebrew: 'he',
    Hiragana: 'ja',
    Katakana: 'ja',
    Hangul: 'ko',
    Thai: 'th',
    Tamil: 'ta',
    Telugu: 'te',
    Georgian: 'ka',
    Armenian: 'hy',
  }
  return only[script]
}

/** True for right-to-left text: by its letters if there are enough, otherwise by its language. */
export function isRightToLeft(tag: string, script: Script | undefined): boolean {
  if (script !== undefined) return script === 'Arabic' || script === 'Hebrew'
  const known = scriptsOf(tag)
  return known.length === 1 && (known[0] === 'Arabic' || known[0] === 'Hebrew')
}
