import type { SourceClass } from './streams.ts'

/** The class that each piece of evidence supports, and its weight. */
const weights = {
  classified_by_hand: ['own', 100],
  /** Supports the class of most mail of the host. */
  same_host: ['own', 12],
  spf_authorized: ['own', 8],
  own_signature_by_sender: ['own', 6],
  own_signature_with_volume: ['own', 7],
  own_host_name: ['own', 11],
  declared_network: ['own', 11],
  own_default_signature: ['own', 11],
  same_host_authorized: ['own', 6],
  declared_sender: ['own', 5],
  sender_partly_aligned: ['own', 5],
  large_share: ['own', 6],
  main_sender: ['own', 3],
  recurring_sender: ['own', 4],
  recurring: ['own', 2],
  signatures_hold: ['own', 6],
  like_own_hosts: ['own', 7],
  signature_survives: ['forwarder', 4],
  signature_survives_elsewhere: ['forwarder', 9],
  rewritten_envelope: ['forwarder', 3],
  receiver_says_forwarded: ['forwarder', 15],
  receiver_says_list: ['forwarder', 15],
  receiver_overrides: ['forwarder', 6],
  known_relay: ['forwarder', 5],
  list_name: ['forwarder', 5],
  mail_host_name: ['forwarder', 4],
  small_and_recurring: ['forwarder', 8],
  sporadic: ['forwarder', 7],
  spf_excludes_host: ['forwarder', 3],
  signatures_break: ['forwarder', 6],
  several_domains: ['forwarder', 2],
  nothing_authenticates: ['threat', 2],
  generic_host_name: ['threat', 3],
  no_host_name: ['threat', 2],
  unconfirmed_host_name: ['threat', 1],
  other_domain_authenticates: ['threat', 2],
  undeclared_sender: ['threat', 3],
  other_account: ['threat', 5],
  campaign: ['threat', 3],
  short_lived: ['threat', 2],
  unused_subdomain: ['threat', 2],
  too_little_mail: ['unknown', 6],
  recent_sender: ['unknown', 4],
  host_joins_briefly: ['unknown', 5],
} as const satisfies Record<string, readonly [SourceClass, number]>

export type EvidenceCode = keyof typeof weights

export interface Evidence {
  readonly code: EvidenceCode
  readonly supports: SourceClass
  readonly weight: number
  /** A sentence. */
  readonly detail: string
}

export function evidence(code: EvidenceCode, detail: string): Evidence {
  const [supports, weight] = weights[code]
  return { code, supports, weight, detail }
}

/** A sum and a lead of this many points decide; otherwise the class is unknown. */
const minPoints = 3
const minLead = 2

/** The class with the largest sum of weights. Evidence that mail cannot be told apart supports `unknown`. */
export function weigh(all: readonly Evidence[]): SourceClass {
  const sums = { own: 0, forwarder: 0, threat: 0, unknown: 0 }
  for (const { supports, weight } of all) sums[supports] += weight
  let first: SourceClass = 'unknown'
  let [most, next] = [0, 0]
  for (const name of classes) {
    const points = sums[name]
    if (points > most) {
      next = most
      most = points
      first = name
    } else if (points > next) next = points
  }
  return most >= minPoints && most - next >= minLead ? first : 'unknown'
}

const classes = ['own', 'forwarder', 'threat', 'unknown'] as const
