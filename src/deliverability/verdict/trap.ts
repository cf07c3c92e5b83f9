import type { TrapRisk } from './evidence.ts'

/** What kind of trap an address may be: a mistyped domain that somebody bought, a mailbox that came back, one that never was anybody’s, or a task. */
export type TrapType = 'typo' | 'recycled' | 'pristine' | 'role'

/** What speaks for and against a spam trap. What is left out could not be inspected. */
export interface TrapEvidence {
  readonly isTypo: boolean
  readonly isRole: boolean
  readonly isTrapName: boolean
  readonly isGibberish: boolean
  /** A block list has the address itself. */
  readonly isListed?: boolean
  /** Mail hosts or name servers of parked domains. */
  readonly isParked?: boolean
  readonly isCatchAll?: boolean
  /** Neither SPF nor DMARC: nobody sends mail from the domain. */
  readonly isSilent?: boolean
  /** Days since a mail server last said that the mailbox is not there, while it is now. */
  readonly returnedAfterDays?: number
  /** The domain was registered after the mailbox was last inspected. */
  readonly isRegisteredAnew?: boolean
  readonly hasGravatar?: boolean
  /** The mailbox was found to exist within the last 90 days. */
  readonly wasVerified?: boolean
}

/** One thing that speaks for a trap, or against it. */
export interface TrapSignal {
  readonly signal: string
  readonly type: TrapType | 'against'
  readonly weight: number
  readonly meaning: string
}

/** How likely an address is a trap. Nobody outside can know: lists of traps are secret by design. */
export interface TrapAssessment {
  /** 0 to 100. */
  readonly score: number
  readonly risk: TrapRisk
  readonly type: TrapType | 'none'
  /** The part of the signals that could be inspected, 0 to 1. */
  readonly confidence: number
  readonly signals: readonly TrapSignal[]
}

interface Rule extends TrapSignal {
  /** Undefined: could not be inspected. */
  holds(evidence: TrapEvidence): boolean | undefined
}

const halfYearDays = 180

/** Every signal with its weight. */
export const trapRules: readonly Rule[] = [
  rule('slip', 'typo', 35, 'the domain is one slip of the finger away from a great provider', (each) => each.isTypo),
  rule('parked', 'typo', 25, 'the domain is parked, and yet takes mail', (each) => each.isParked),
  rule('catch_all', 'typo', 10, 'the domain takes mail for every name', (each) => each.isCatchAll),
  rule(
    'returned',
    'recycled',
    40,
    'the mailbox was gone half a year ago or longer, and is back',
    ({ returnedAfterDays: days }) => (days === undefined ? undefined : days >= halfYearDays),
  ),
  rule(
    'registered_anew',
    'recycled',
    40,
    'the domain was given up and registered by somebody since the mailbox was last known',
    (each) => each.isRegisteredAnew,
  ),
  rule(
    'silent_domain',
    'pristine',
    20,
    'the domain takes every name, and nobody sends from it (no SPF, no DMARC)',
    (each) =>
      each.isCatchAll === undefined || each.isSilent === undefined ? undefined : each.isCatchAll && each.isSilent,
  ),
  rule('trap_name', 'pristine', 30, 'the name is one that traps have', (each) => each.isTrapName),
  rule('address_listed', 'pristine', 25, 'a block list has the address', (each) => each.isListed),
  rule('gibberish', 'pristine', 10, 'the name looks like letters at random', (each) => each.isGibberish),
  rule('role', 'role', 15, 'the name is a task that complaints go to', (each) => each.isRole),
  rule('gravatar', 'against', -15, 'somebody gave the address a picture', (each) => each.hasGravatar),
  rule(
    'verified',
    'against',
    -15,
    'the mailbox was found to exist within the last 90 days',
    (each) => each.wasVerified,
  ),
]

/** Adds up what speaks for a trap: from 30 on it is a medium risk, from 60 on a high one. */
export function assessTrap(evidence: TrapEvidence): TrapAssessment {
  const looked = trapRules.map((each) => ({ each, holds: each.holds(evidence) }))
  const signals = looked
    .filter(({ holds }) => holds === true)
    .map(({ each: { meaning, signal, type, weight } }) => ({ signal, type, weight, meaning }))
  const sum = signals.reduce((total, { weight }) => total + weight, 0)
  const score = Math.min(100, Math.max(0, sum))
  const measured = looked.filter(({ holds }) => holds !== undefined).length
  return {
    score,
    risk: score >= 60 ? 'high' : score >= 30 ? 'medium' : 'low',
    type: score < 10 ? 'none' : heaviest(signals),
    confidence: Math.round((measured / trapRules.length) * 100) / 100,
    signals,
  }
}

function heaviest(signals: readonly TrapSignal[]): TrapType | 'none' {
  const sums = new Map<TrapType, number>()
  for (const { type, weight } of signals) if (type !== 'against') sums.set(type, (sums.get(type) ?? 0) + weight)
  return [...sums].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 'none'
}

function rule(signal: string, type: Rule['type'], weight: number, meaning: string, holds: Rule['holds']): Rule {
  return { signal, type, weight, meaning, holds }
}
