const words = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
const endings: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' }
const rules = new Intl.PluralRules('en', { type: 'ordinal' })

/** `second`, `21st`: the place counts from 1. */
export function ordinal(place: number): string {
  return words[place - 1] ?? `${place}${endings[rules.select(place)] ?? 'th'}`
}
