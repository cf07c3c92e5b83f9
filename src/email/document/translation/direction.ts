const rightToLeft = new Set('ar arc ckb dv fa he iw ks ku ps sd syr ug ur yi'.split(' '))
const rightToLeftScripts = new Set('adlm arab hebr mand nkoo rohg samr syrc thaa'.split(' '))
// Kurdish is written from the right in the script of its south only, which nothing but its tag can say.
const withScript = new Set(['ku'])

/** The direction that a language is written in, by its BCP 47 tag; a script in the tag decides. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const [language = '', ...rest] = locale.toLowerCase().split('-')
  const script = rest.find((part) => /^[a-z]{4}$/.test(part))
  if (script !== undefined) return rightToLeftScripts.has(script) ? 'rtl' : 'ltr'
  return rightToLeft.has(language) && !withScript.has(language) ? 'rtl' : 'ltr'
}
