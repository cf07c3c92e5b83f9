import type { Campaigns } from './campaigns.ts'
import type { Sender } from './senders.ts'
import type { MailStream } from './streams.ts'

/** Messages of some group of streams. */
export interface Tally {
  messages: number
  spfAligned: number
  /** Aligned by DKIM alone. */
  dkimOnly: number
  /** Signed with a key of the domain, whether SPF is aligned or not. */
  signed: number
  /** Aligned by neither, and those of them without any passing signature. */
  failing: number
  unsigned: number
  /** Largest number of days of any of its streams, and their sum. */
  days: number
  streamDays: number
  firstDay: number
  lastDay: number
}

/** What the mail of a domain adds up to, for comparison with single streams. */
export interface Tallies {
  readonly total: Tally
  readonly byIp: ReadonlyMap<string, Tally>
  /** The largest stream of each IP address. */
  readonly mainByIp: ReadonlyMap<string, MailStream>
  /** Failing mail by service. */
  readonly failingBySender: ReadonlyMap<Sender, Tally>
  /** By the organization that passed SPF, or signed if none did. */
  readonly byOrganization: ReadonlyMap<string, Tally>
  /** By the registrable domain of confirmed host names. */
  readonly byHostDomain: ReadonlyMap<string, Tally>
  readonly bySender: ReadonlyMap<Sender, Tally>
  /** By service, of hosts whose mail is not all within a short time. */
  readonly lastingBySender: ReadonlyMap<Sender, Tally>
  readonly byHeaderFrom: ReadonlyMap<string, Tally>
  readonly declared: ReadonlySet<Sender>
  readonly campaigns: Campaigns
  /** The service that sent each stream, where one is known. */
  readonly senders: ReadonlyMap<MailStream, Sender>
  /** Registrable domain of the domain. */
  readonly organization: string
}
