/**
 * A cumulative sum test (Page 1954) of two hypotheses: in a list of customers two of five mailboxes exist, an unusually stale
 * list, and of guessed ones one of twenty. Each reply adds the logarithm of the ratio of its probabilities.
 */
const [existingInList, existingAmongGuesses] = [0.4, 0.05]
const refusedPoints = Math.log((1 - existingAmongGuesses) / (1 - existingInList))
const acceptedPoints = Math.log(existingAmongGuesses / existingInList)

/** Refused mailboxes, without an accepted one, after which a domain is suspect. */
const refusalsUntilSuspect = 20
const suspectFrom = refusalsUntilSuspect * refusedPoints
/** Accepted mailboxes that count at most: they excuse that many more refusals, such as a block of former employees. */
const maxCredit = 16
/** At a public mailbox provider, where a form on a web page collects made-up addresses from anybody. */
const publicFactor = 10

/** The replies about the mailboxes of a domain. */
export interface Suspicion {
  /** The sum of the test, from -16 accepted mailboxes upward. */
  readonly points: number
  readonly accepted: number
  readonly refused: number
}

/** The state at which a domain is paused, with the counts of the process that paused it. */
export function suspectWith(counts: Pick<Suspicion, 'accepted' | 'refused'>): Suspicion {
  return { points: suspectFrom, ...counts }
}

export const innocent: Suspicion = { points: 0, accepted: 0, refused: 0 }

/** A reply about a mailbox. */
export interface HarvestSignal {
  readonly isAccepted: boolean
  /** The local part is one that harvesters try at every domain, or continues an enumeration. */
  readonly isTypical?: boolean
  /** One of several guesses of the address of one person, of which at most one exists. */
  readonly isAlternative?: boolean
}

export function addSignal(
  { accepted, points, refused }: Suspicion,
  { isAccepted, isAlternative = false, isTypical = false }: HarvestSignal,
): Suspicion {
  const weight = isAlternative ? 0.5 : isTypical ? 2 : 1
  const sum = points + (isAccepted ? acceptedPoints : weight * refusedPoints)
  return {
    points: Math.max(maxCredit * acceptedPoints, sum),
    accepted: accepted + (isAccepted ? 1 : 0),
    refused: refused + (isAccepted ? 0 : 1),
  }
}

export function isSuspect({ points }: Suspicion, { isPublic }: { isPublic: boolean }): boolean {
  // Sums of logarithms have rounding errors.
  return points >= suspectFrom * (isPublic ? publicFactor : 1) - 1e-9
}

/** The state after a pause: half as many refusals suffice. */
export function suspectAgain({ points }: Suspicion): Suspicion {
  return { ...innocent, points: points / 2 }
}
