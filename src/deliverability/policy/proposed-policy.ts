import { type DmarcPolicy, readPercent, readPolicy } from '../dmarc/index.ts'
import { readTags } from '../findings/index.ts'

/** The tags of a record that decide what receivers do (RFC 9989 4.7). Null: the tag is missing. */
export interface ProposedPolicy {
  readonly p: DmarcPolicy
  readonly sp: DmarcPolicy | null
  readonly np: DmarcPolicy | null
  /** `t=y`: the next weaker policy applies. */
  readonly isTesting: boolean
  /** `pct` of RFC 7489; receivers of RFC 9989 ignore it. */
  readonly percent: number
}

/** Shares of failing messages, 0 to 1. */
export interface Treatment {
  readonly quarantined: number
  readonly rejected: number
}

/** For a subdomain without a record of its own, that of its parent applies by `sp`. */
export function policyOfRecord(record: string | null, { isInherited }: { isInherited: boolean }): ProposedPolicy {
  const { tags } = readTags(record ?? '')
  const own = readPolicy(tags.get('p')) ?? 'none'
  const below = readPolicy(tags.get('sp')) ?? null
  return {
    p: isInherited ? (below ?? own) : own,
    sp: isInherited ? null : below,
    np: isInherited ? null : (readPolicy(tags.get('np')) ?? null),
    isTesting: tags.get('t')?.toLowerCase() === 'y',
    percent: readPercent(tags),
  }
}

/** The policy for mail from the domain itself, an existing subdomain, or one that does not exist. */
export function policyFor(policy: ProposedPolicy, at: 'domain' | 'subdomain' | 'nonexistent'): DmarcPolicy {
  if (at === 'domain') return policy.p
  const below = policy.sp ?? policy.p
  return at === 'subdomain' ? below : (policy.np ?? below)
}

const weaker = { reject: 'quarantine', quarantine: 'none', none: 'none' } as const

/** RFC 7489 6.6.4: the next weaker policy applies to messages that `pct` leaves out. */
export function treatmentBy(applied: DmarcPolicy, { isTesting, percent }: ProposedPolicy): Treatment {
  const effective = isTesting ? weaker[applied] : applied
  const share = percent / 100
  if (effective === 'none') return { quarantined: 0, rejected: 0 }
  if (effective === 'quarantine') return { quarantined: share, rejected: 0 }
  return { quarantined: 1 - share, rejected: share }
}
