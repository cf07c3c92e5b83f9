import type { VerdictEvidence } from './evidence.ts'

/** Changes the score within the band of the verdict. */
export interface Adjustment {
  readonly term: string
  readonly points: number
  readonly reason: string
  applies(evidence: VerdictEvidence): boolean
}

// If acceptance alone proves little, earlier verifications count; a delivery proves more than they do.
const isDoubtful = ({ deliveredDaysAgo, isParked, mx, probe, provider }: VerdictEvidence) =>
  deliveredDaysAgo === undefined &&
  probe?.outcome === 'accepted' &&
  probe.catchAll !== false &&
  isParked !== true &&
  provider?.answering !== 'unreliable' &&
  mx !== 'servfail' &&
  mx !== 'timeout'

/** An invalid verdict is never adjusted, nor one that a list or feedback of the project decides. */
export const adjustments: readonly Adjustment[] = [
  { term: 'role', points: -15, reason: 'a role address, not a person', applies: (each) => each.isRole === true },
  { term: 'relay', points: -10, reason: 'a forwarding (relay) address', applies: (each) => each.isRelay === true },
  {
    term: 'trap_medium',
    points: -20,
    reason: 'signs of a spam trap',
    applies: (each) => each.trap === 'medium',
  },
  { term: 'slip', points: -10, reason: 'the domain looks like a typo', applies: (each) => each.isTypo === true },
  {
    term: 'odd_name',
    points: -10,
    reason: 'the provider does not assign such names today',
    applies: (each) => each.isOdd === true,
  },
  {
    term: 'gibberish',
    points: -8,
    reason: 'the local part looks random',
    applies: (each) => each.isGibberish === true,
  },
  {
    term: 'implicit_mx',
    points: -5,
    reason: 'the domain has no MX record',
    applies: (each) => each.mx === 'implicit',
  },
  {
    term: 'no_spf',
    points: -2,
    reason: 'the domain publishes no SPF record',
    applies: (each) => each.hasSpf === false,
  },
  {
    term: 'no_dmarc',
    points: -2,
    reason: 'the domain publishes no DMARC record',
    applies: (each) => each.hasDmarc === false,
  },
  {
    term: 'new_domain',
    points: -15,
    reason: 'the domain is younger than 30 days',
    applies: ({ domainAgeDays: days }) => days !== undefined && days < 30,
  },
  {
    term: 'young_domain',
    points: -5,
    reason: 'the domain is younger than 180 days',
    applies: ({ domainAgeDays: days }) => days !== undefined && days >= 30 && days < 180,
  },
  {
    term: 'domain_listed_critical',
    points: -30,
    reason: 'the domain is on a critical block list',
    applies: (each) => each.domainListed === 'critical',
  },
  {
    term: 'domain_listed_high',
    points: -15,
    reason: 'the domain is on an important block list',
    applies: (each) => each.domainListed === 'high',
  },
  {
    term: 'mx_listed',
    points: -5,
    reason: 'a mail host is on a block list',
    applies: (each) => each.isMxListed === true,
  },
  {
    term: 'gravatar',
    points: 3,
    reason: 'the address has a Gravatar image',
    applies: (each) => each.hasGravatar === true,
  },
  {
    term: 'pattern',
    points: 10,
    reason: 'the local part follows the address pattern of the domain',
    applies: (each) => isDoubtful(each) && each.fitsPattern === true,
  },
  {
    term: 'verified_before',
    points: 10,
    reason: 'it was confirmed to exist within the last 90 days',
    applies: (each) => isDoubtful(each) && each.verifiedDaysAgo !== undefined && each.verifiedDaysAgo <= 90,
  },
]
