/** RFC 7208 4.6.4: terms that query DNS, void lookups, and names per term. */
export const spfLimits = { lookups: 10, voids: 2, names: 10 } as const

/** The terms counted by `lookups`. */
export const lookupTerms: ReadonlySet<string> = new Set(['include', 'a', 'mx', 'ptr', 'exists', 'redirect'])
