import { greatProviders, suggestedProviders } from './providers.ts'

/** Nonexistent top-level domains and their likely intention. */
const impossibleEnds: Readonly<Record<string, string>> = {
  con: 'com',
  cmo: 'com',
  ocm: 'com',
  comm: 'com',
  coom: 'com',
  vom: 'com',
  xom: 'com',
  cim: 'com',
  cpm: 'com',
  clm: 'com',
  comn: 'com',
  nte: 'net',
  ent: 'net',
  nett: 'net',
  ogr: 'org',
  rog: 'org',
  orgg: 'org',
}
/** Existing top-level domains: a typo only after the name of a major provider. */
const doubtfulEnds: Readonly<Record<string, string>> = { co: 'com', cm: 'com', om: 'com', ne: 'net', or: 'org' }

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const known = new Set(suggestedProviders)
const great = new Set(greatProviders)

export interface TypoContext {
  /** The domain accepts mail: then only the most common providers are suggested. */
  readonly acceptsMail: boolean
  /** True for a domain that is a provider itself, and therefore no typo. */
  isKnown(domain: string): boolean
}

/** A typo suggestion for a domain; undefined if it is probably correct. It proves nothing. */
export function suggestDomain(domain: string, { isKnown, acceptsMail }: TypoContext): string | undefined {
  if (known.has(domain) || isKnown(domain)) return undefined
  const [name, end] = split(domain)
  const meant = impossibleEnds[end]
  if (meant !== undefined) return suggestDomain(`${name}.${meant}`, { isKnown, acceptsMail }) ?? `${name}.${meant}`
  const likely = doubtfulEnds[end]
  if (likely !== undefined && great.has(`${name}.${likely}`)) return `${name}.${likely}`
  let best: { domain: string; cost: number } | undefined
  for (const provider of acceptsMail ? greatProviders : suggestedProviders) {
    const [providerName, providerEnd] = split(provider)
    if (providerEnd !== end || Math.abs(providerName.length - name.length) > 2) continue
    const cost = costOf(name, providerName)
    // Short names are similar without a typo: email.com is not gmail.com.
    const max = providerName.length < 6 ? 1 : 1.8
    if (cost <= max && cost < (best?.cost ?? Infinity)) best = { domain: provider, cost }
  }
  return best?.domain
}

function split(domain: string): [name: string, end: string] {
  const dot = domain.indexOf('.')
  return [domain.slice(0, dot), domain.slice(dot + 1)]
}

/**
 * Damerau-Levenshtein distance (optimal string alignment). Typical typos cost less than another letter: adjacent keys,
 * transposed letters, doubled or missing double letters.
 */
function costOf(typed: string, meant: string): number {
  const costs: number[][] = [Array.from({ length: meant.length + 1 }, (_, index) => index * 0.9)]
  for (let i = 1; i <= typed.length; i++) {
    const row = [i * 0.9]
    for (let j = 1; j <= meant.length; j++) {
      const [one, other] = [typed.charAt(i - 1), meant.charAt(j - 1)]
      const options = [
        at(costs, i - 1, j) + (one === typed.charAt(i - 2) ? 0.6 : 0.9),
        (row[j - 1] ?? 0) + (other === meant.charAt(j - 2) ? 0.6 : 0.9),
        at(costs, i - 1, j - 1) + (one === other ? 0 : areNeighbors(one, other) ? 0.7 : 1.5),
      ]
      const isExchanged = i > 1 && j > 1 && one === meant.charAt(j - 2) && typed.charAt(i - 2) === other
      if (isExchanged) options.push(at(costs, i - 2, j - 2) + 0.7)
      row.push(Math.min(...options))
    }
    costs.push(row)
  }
  return at(costs, typed.length, meant.length)
}

function at(costs: readonly number[][], i: number, j: number): number {
  return costs[i]?.[j] ?? Infinity
}

function areNeighbors(one: string, other: string): boolean {
  const [first, second] = [placeOf(one), placeOf(other)]
  if (first === undefined || second === undefined) return false
  const down = second.row - first.row
  const right = second.column - first.column
  // Each keyboard row is offset by half a key from the row above.
  return Math.abs(down) <= 1 && (down === 0 ? Math.abs(right) === 1 : right === 0 || right === -down)
}

function placeOf(key: string): { row: number; column: number } | undefined {
  const row = rows.findIndex((each) => each.includes(key))
  return row === -1 || key === '' ? undefined : { row, column: (rows[row] ?? '').indexOf(key) }
}
