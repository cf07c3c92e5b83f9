/** The English name of a language; undefined for a tag that names none. */
export function languageName(tag: string): string | undefined {
  const [primary = ''] = tag.toLowerCase().split('-')
  if (/^(?:und|zxx|mul|mis|root)$/.test(primary)) return undefined
  try {
    return new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(primary)
  } catch {
    return undefined
  }
}

/** ISO 15924 names of scripts, as regular expressions know them. Japanese and Korean use Han too. */
const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Thai',
  'Devanagari',
  'Bengali',
  'Tamil',
  'Telugu',
  'Georgian',
  'Armenian',
] as const
export type Script = (typeof scripts)[number]

const patterns = new Map(scripts.map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'gu')]))
const letters = /\p{L}/gu
const enough = 30

/** The script of most letters; undefined when there are few letters, or none has two thirds of them. Merge tags do not count. */
export function mainScript(texts: readonly string[]): Script | undefined {
  const sample = texts
    .join(' ')
    .slice(0, 20_000)
    .replace(/\{[{%][^}]{0,400}\}\}?/g, ' ')
    .replace(/https?:\/\/\S+/g, ' ')
  const all = sample.match(letters)?.length ?? 0
  if (all < enough) return undefined
  for (const [name, pattern] of patterns) if ((sample.match(pattern)?.length ?? 0) > (all * 2) / 3) return name
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

/** Scripts that a language is written in; all of them for a language of which nothing is known. */
export function scriptsOf(tag: string): readonly Script[] {
  try {
    const locale = new Intl.Locale(tag)
    // Serbian and a few others are at home in two.
    if (['sr', 'uz', 'az', 'kk', 'mn'].includes(locale.language)) return ['Latin', 'Cyrillic', 'Arabic']
    return ofCode[locale.maximize().script ?? ''] ?? scripts
  } catch {
    return scripts
  }
}

/** The one language that is written in a script, as far as there is one. */
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

/** Whether an email runs from right to left: by its letters where there are enough of them, else by its language. */
export function isRightToLeft(tag: string, script: Script | undefined): boolean {
  if (script !== undefined) return script === 'Arabic' || script === 'Hebrew'
  const known = scriptsOf(tag)
  return known.length === 1 && (known[0] === 'Arabic' || known[0] === 'Hebrew')
}
