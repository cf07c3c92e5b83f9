/** Generated lists of customers and dictionaries of guesses, at a domain whose mailboxes are known. */
import {
  type HarvestSignal,
  addSignal,
  enumerates,
  innocent,
  isSuspect,
} from '../../../src/deliverability/harvest/index.ts'
import type { Random } from '../../support/random.ts'

/** A request for a mailbox. */
export interface Request {
  readonly local: string
  readonly exists: boolean
}

const syllables = [
  'an',
  'bel',
  'cor',
  'da',
  'el',
  'fin',
  'gar',
  'ho',
  'is',
  'jo',
  'kim',
  'la',
  'mor',
  'ni',
  'ol',
  'per',
]
const word = (random: Random) => Array.from({ length: 2 + random.integer(2) }, () => random.pick(syllables)).join('')

/** By which companies name mailboxes. */
const forms: readonly ((first: string, last: string) => string)[] = [
  (first, last) => `${first}.${last}`,
  (first, last) => `${first.charAt(0)}${last}`,
  (first) => first,
  (first, last) => `${first}${last.charAt(0)}`,
]

/** Distinct names of people in the form of one company. */
function people(random: Random, count: number): string[] {
  const form = random.pick(forms)
  const found = new Set<string>()
  for (let tries = 0; found.size < count && tries < 20 * count; tries++) found.add(form(word(random), word(random)))
  return [...found]
}

/** Batches are verified in an order of their own, so only single verifications see that of a list. */
export type Order = 'random' | 'sorted' | 'former people last'

/** A list of the people of a company, of whom only a share still works there. */
export function customerList(
  random: Random,
  { count, existing, order }: { count: number; existing: number; order: Order },
): Request[] {
  const list = people(random, count).map((local) => ({ local, exists: random.next() < existing }))
  if (order === 'sorted') return list.toSorted((one, other) => (one.local < other.local ? -1 : 1))
  return order === 'former people last'
    ? list.toSorted((one, other) => Number(other.exists) - Number(one.exists))
    : list
}

export type Attack = 'names' | 'initials' | 'numbers' | 'roles'

/** Guesses at a company, of which a share exists by chance. */
export function dictionary(
  random: Random,
  { count, existing, attack }: { count: number; existing: number; attack: Attack },
): Request[] {
  const surname = word(random)
  const make: Record<Attack, (index: number) => string> = {
    names: () => `${word(random)}.${word(random)}`,
    initials: (index) => `${String.fromCharCode(97 + (index % 26))}.${index < 26 ? surname : word(random)}`,
    numbers: (index) => `${surname}${index}`,
    roles: (index) => `role-${word(random)}${index}`,
  }
  return Array.from({ length: count }, (_, index) => ({ local: make[attack](index), exists: random.next() < existing }))
}

/** Requests that reach the server before the domain is paused; all of them if it never is. */
export function probesLetThrough(requests: readonly Request[], { isPublic = false, isRole = false } = {}): number {
  let suspicion = innocent
  const refused: string[] = []
  for (const [index, { exists, local }] of requests.entries()) {
    const signal: HarvestSignal = { isAccepted: exists, isTypical: isRole || enumerates(local, refused) }
    if (!exists) refused.push(local)
    if (refused.length > 32) refused.shift()
    suspicion = addSignal(suspicion, signal)
    if (isSuspect(suspicion, { isPublic })) return index + 1
  }
  return requests.length
}
