import type { Dice } from './dice.ts'

export type Truth = 'own' | 'forwarder' | 'threat'

export interface Reporter {
  readonly organization: string
  readonly email: string
  readonly share: number
  /** Probability that it trusts a forwarder or list in place of the policy, and that it reports so. */
  readonly trusts: number
  readonly reportsTrust: number
  readonly trustReason: 'local_policy' | 'forwarded' | 'mailing_list' | 'trusted_forwarder'
}

/** Messages that one reporter counts together. */
export interface Cell {
  readonly day: number
  readonly reporter: Reporter
  readonly ip: string
  readonly headerFrom: string
  readonly envelopeFrom: string
  readonly dkim: readonly { readonly domain: string; readonly selector: string; readonly result: string }[]
  readonly spf: { readonly domain: string; readonly result: string }
  readonly dkimAligned: boolean
  readonly spfAligned: boolean
  readonly override: { readonly type: string; readonly comment: string } | null
  readonly messages: number
  readonly truth: Truth
  /** What sends it, for the explanation of errors. */
  readonly kind: string
  /** True if the receiver would deliver it although it fails. */
  readonly delivered: boolean
}

export interface Host {
  readonly state: 'confirmed' | 'none' | 'mismatch' | 'unknown'
  readonly name?: string
}

export interface World {
  readonly dice: Dice
  readonly domain: string
  readonly days: number
  readonly reporters: readonly Reporter[]
  /** Mean messages a day of all own senders. */
  readonly volume: number
  readonly cells: Cell[]
  readonly hosts: Map<string, Host>
  readonly spfTerms: Set<string>
  /** Signed share and mail of own senders, for forwarders: messages a day by header From. */
  readonly streams: OwnStream[]
}

export interface OwnStream {
  readonly headerFrom: string
  readonly isSigned: boolean
  readonly selector: string
  /** Share of the volume. */
  readonly share: number
}
