import type { RecordToPublish } from '../findings/index.ts'
import { addSpfTerms } from '../spf/index.ts'
import { type Sender, termsOfSpf } from '../senders/index.ts'
import type { MailSource } from './sources.ts'

/** Addresses that one repaired SPF record adds; more would make it longer than a UDP reply. */
const maxAddresses = 10

export interface Remedy {
  /** Where the repair is made: at the sending service, in DNS, at the own server, or here by classifying the source. */
  readonly kind: 'sender_setting' | 'spf_record' | 'own_server' | 'classification'
  /** One or two sentences. */
  readonly detail: string
  /** The complete record to publish, if the repair is one. */
  readonly record: RecordToPublish | null
}

/** Repairs the alignment of a source; `spf` is the SPF record of the domain. */
export function remedyFor(source: MailSource, { domain, spf }: { domain: string; spf: string | null }): Remedy {
  const { class: name, ips, mailers, sender } = source
  if (name !== 'own')
    return {
      kind: 'classification',
      detail: `Find out who sends from ${list(ips)}, and classify the source as own, forwarder or threat.`,
      record: null,
    }
  if (sender !== undefined && sender.aligns !== 'none') return bySender(source, sender, { domain, spf })
  if (sender !== undefined)
    return {
      kind: 'sender_setting',
      detail: `${sender.name} cannot align its mail with ${domain}. ${sender.remedy}.`,
      record: null,
    }
  if (mailers.length > 0)
    return {
      kind: 'own_server',
      detail:
        `Its envelope sender is of ${list(mailers)}. Use one of ${domain} and publish the SPF record, ` +
        `or sign with DKIM and d=${domain}.`,
      record: spfRecord(source, { domain, spf }, addressTerms(ips)),
    }
  return {
    kind: 'spf_record',
    detail: `Publish the SPF record, and have the server sign with DKIM and d=${domain}.`,
    record: spfRecord(source, { domain, spf }, addressTerms(ips)),
  }
}

function bySender(source: MailSource, sender: Sender, at: { domain: string; spf: string | null }): Remedy {
  const [include] = sender.includes
  // The envelope sender of mailbox providers is the domain itself, so that the include alone aligns SPF.
  const usesDomain = sender.kind === 'mailbox' || sender.kind === 'gateway' || sender.kind === 'hosting'
  const isIncluded = sender.includes.some((each) => termsOfSpf(at.spf).includes.includes(each))
  return {
    kind: 'sender_setting',
    detail: `${sender.name}: ${sender.remedy}.`,
    record:
      include === undefined || isIncluded || !usesDomain || sender.aligns === 'dkim'
        ? null
        : spfRecord(source, at, [`include:${include}`]),
  }
}

// The SPF record of another name than the domain is not known here.
function spfRecord(
  { headerFrom }: MailSource,
  { domain, spf }: { domain: string; spf: string | null },
  terms: readonly string[],
): RecordToPublish | null {
  if (!headerFrom.includes(domain)) return null
  return { name: domain, type: 'TXT', value: addSpfTerms(spf, terms) }
}

function addressTerms(ips: readonly string[]): string[] {
  return ips.slice(0, maxAddresses).map((ip) => `${ip.includes(':') ? 'ip6' : 'ip4'}:${ip}`)
}

function list(values: readonly string[]): string {
  const shown = values.slice(0, 3).join(', ')
  return values.length > 3 ? `${shown} and ${values.length - 3} more` : shown
}
