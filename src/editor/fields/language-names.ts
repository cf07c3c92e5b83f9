/** Languages that are suggested for an email; any other tag can be typed. */
export const languages: readonly string[] =
  'en de fr es pt it nl pl sv da nb fi cs tr uk el ro hu ja ko zh ar he fa hi th vi id'.split(' ')

/** True for the syntax of BCP 47. */
export function isLanguage(text: string): boolean {
  return /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(text)
}

/** Name of a language in another, capitalized; undefined if it has none. */
export function nameOfLanguage(locale: string, code: string): string | undefined {
  if (!isLanguage(code)) return undefined
  try {
    const name = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }).of(code)
    return name === undefined ? undefined : name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
  } catch {
    // Not every tag of this syntax is one that browsers know.
    return undefined
  }
}
