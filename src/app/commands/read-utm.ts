import { type Utm, utmNames, utmProblem } from '../../email/utm/index.ts'
import { limits } from '../../kernel/limits.ts'

/** Reads campaign parameters from a query string, with or without `utm_` before the names. */
export function readUtm(query: string): Utm | { problems: string[] } {
  const utm: Utm = {}
  for (const [given, value] of new URLSearchParams(query)) {
    const name = utmNames.find((known) => known === given.replace(/^utm_/, ''))
    if (name === undefined) return { problems: [`--utm has no parameter ${given}: use ${utmNames.join(', ')}`] }
    const problem =
      value.length > limits.exportUtmLength ? `is longer than ${limits.exportUtmLength}` : utmProblem(value)
    if (problem !== undefined) return { problems: [`--utm ${name}: ${problem}`] }
    if (value !== '') utm[name] = value
  }
  return utm
}
