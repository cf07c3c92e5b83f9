import type { IpOctets } from '../ip/index.ts'

export type SourceClass = 'own' | 'forwarder' | 'threat' | 'unknown'

/** Mail of one IP address with the same names and results, summed over days. */
export interface MailStream {
  readonly ip: string
  readonly headerFrom: string
  /** Domain of the passing DKIM signature, an aligned one if there is one; empty without. */
  readonly signer: string
  /** Registrable domain that passed SPF; empty without. */
  readonly mailer: string
  readonly dkimAligned: boolean
  readonly spfAligned: boolean
  readonly override: 'none' | 'forwarded' | 'mailing_list' | 'local_policy' | 'test' | 'other'
  readonly messages: number
  /** UTC days with mail, and the first and last of them as numbers since 1970-01-01. */
  readonly days: number
  readonly firstDay: number
  readonly lastDay: number
}

/** Name of an IP address: see `confirmName` of mail-hosts. */
export interface HostFacts {
  readonly state: 'confirmed' | 'none' | 'mismatch' | 'unknown'
  readonly name?: string | undefined
  readonly asName?: string | undefined
}

export interface ClassContext {
  /** The domain whose mail this is, in A-labels. */
  readonly domain: string
  /** UTC days of the period. */
  readonly periodDays: number
  /** Targets of include and redirect in its SPF record, and the networks of its ip4 and ip6 terms. */
  readonly includes: readonly string[]
  readonly networks: readonly { readonly octets: IpOctets; readonly prefixBits: number }[]
  readonly hosts: ReadonlyMap<string, HostFacts>
  /** Classes set by hand, by IP address, or by the registrable domain of signature, host name or envelope sender. */
  readonly byHand: ReadonlyMap<string, SourceClass>
  /** How many domains of the same owner an IP address sends for, if there are several. */
  readonly domainsOf?: ReadonlyMap<string, number>
}

/** Streams of one key have the same class. */
export function streamKey(stream: Omit<MailStream, 'messages' | 'days' | 'firstDay' | 'lastDay'>): string {
  const { dkimAligned, headerFrom, ip, mailer, override, signer, spfAligned } = stream
  return `${ip} ${signer} ${mailer} ${headerFrom} ${dkimAligned || spfAligned} ${override}`
}
