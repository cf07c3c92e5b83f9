/** RFC 7208 4.6.4: terms that ask DNS, those of them that may find nothing, and names that one term may lead to. */
export const spfLimits = { lookups: 10, voids: 2, names: 10 } as const

/** The terms that count against the first of them. */
export const lookupTerms: ReadonlySet<string> = new Set(['include', 'a', 'mx', 'ptr', 'exists', 'redirect'])
