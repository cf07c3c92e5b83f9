/** The first language of Accept-Language (RFC 9110 12.5.4) that is a key of `languages`, `en` without one. */
export function preferredLanguage(acceptLanguage: string | null, languages: Readonly<Record<string, unknown>>): string {
  const wanted = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map((each) => each.trim()).find((each) => each.startsWith('q='))
      return {
        tag: (tag.split('-')[0] ?? '').toLowerCase(),
        quality: quality === undefined ? 1 : Number(quality.slice(2)),
      }
    })
    .filter(({ tag, quality }) => quality > 0 && Object.hasOwn(languages, tag))
    .toSorted((a, b) => b.quality - a.quality)
  return wanted[0]?.tag ?? 'en'
}

/** Fills `{name}` and others, each isolated (UAX 9), so that a name does not reorder the sentence around it. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    values[name] === undefined ? placeholder : `\u2068${values[name]}\u2069`,
  )
}
