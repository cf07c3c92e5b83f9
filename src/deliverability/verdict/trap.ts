import type { TrapRisk } from './evidence.ts'

/**
 * `typo`: a registered typo domain; `recycled`: a reactivated mailbox; `pristine`: a mailbox never used by a person; `role`:
 * a role address.
 */
export type TrapType = 'typo' | 'recycled' | 'pristine' | 'role'

/** Undefined members could not be measured. */
export interface TrapEvidence {
  readonly isTypo: boolean
  readonly isRole: boolean
  readonly isTrapName: boolean
  readonly isGibberish: boolean
  /** A block list contains the address itself. */
  readonly isListed?: boolean
  /** Mail hosts or name servers of parked domains. */
  readonly isParked?: boolean
  readonly isCatchAll?: boolean
  /** Neither SPF nor DMARC: the domain sends no mail. */
  readonly isSilent?: boolean
  /** Days since the mail server last reported the existing mailbox as missing. */
  readonly returnedAfterDays?: number
  /** The domain was registered after the mailbox was last verified. */
  readonly isRegisteredAnew?: boolean
  readonly hasGravatar?: boolean
  /** The mailbox was found to exist within the last 90 days. */
  readonly wasVerified?: boolean
}

/** A reason for or against a trap. */
export interface TrapSignal {
  readonly signal: string
  readonly type: TrapType | 'against'
  readonly weight: number
  readonly meaning: string
}

/** An estimate: lists of traps are secret by design. */
export interface TrapAssessment {
  /** 0 to 100. */
  readonly score: number
  readonly risk: TrapRisk
  readonly type: TrapType | 'none'
  /** Share of the signals that could be measured, 0 to 1. */
  readonly confidence: number
  readonly signals: readonly TrapSignal[]
}

interface Rule extends TrapSignal {
  /** Undefined if it could not be measured. */
  holds(evidence: TrapEvidence): boolean | undefined
}

const halfYearDays = 180

export const trapRules: readonly Rule[] = [
  rule('slip', 'typo', 35, 'the domain is a likely typo of a large provider', (each) => each.isTypo),
  rule('parked', 'typo', 25, 'the domain is parked, yet accepts mail', (each) => each.isParked),
  rule('catch_all', 'typo', 10, 'the domain accepts every recipient', (each) => each.isCatchAll),
  rule(
    'returned',
    'recycled',
    40,
    'the mailbox did not exist six months ago or earlier, and now exists',
    ({ returnedAfterDays: days }) => (days === undefined ? undefined : days >= halfYearDays),
  ),
  rule(
    'registered_anew',
    'recycled',
    40,
    'the domain was registered again after the mailbox was last seen',
    (each) => each.isRegisteredAnew,
  ),
  rule(
    'silent_domain',
    'pristine',
    20,
    'the domain accepts every recipient and does not send (no SPF, no DMARC)',
    (each) =>
      each.isCatchAll === undefined || each.isSilent === undefined ? undefined : each.isCatchAll && each.isSilent,
  ),
  rule('trap_name', 'pristine', 30, 'the local part is typical of spam traps', (each) => each.isTrapName),
  rule('address_listed', 'pristine', 25, 'the address is on a block list', (each) => each.isListed),
  rule('gibberish', 'pristine', 10, 'the local part looks random', (each) => each.isGibberish),
  rule('role', 'role', 15, 'the local part is a role that receives complaints', (each) => each.isRole),
  rule('gravatar', 'against', -15, 'the address has a Gravatar image', (each) => each.hasGravatar),
  rule(
    'verified',
    'against',
    -15,
    'the mailbox was confirmed to exist within the last 90 days',
    (each) => each.wasVerified,
  ),
]

/** Adds up the signals: from 30 on the risk is medium, from 60 on high. */
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
