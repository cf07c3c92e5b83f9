import { registrableDomain } from '../../../deliverability/address/index.ts'
import type { AggregateRecord, Authentication } from '../../../deliverability/reports/index.ts'

/** What many records of a domain share: stored once. */
export interface AuthSet {
  readonly headerFrom: string
  readonly envelopeFrom: string | null
  readonly envelopeTo: string | null
  readonly signer: string
  readonly mailer: string
  readonly dkim: AggregateRecord['dkim']
  readonly spf: AggregateRecord['spf']
  readonly overrides: AggregateRecord['overrides']
}

export function authSetOf(record: Authentication): AuthSet {
  const { dkim, envelopeFrom, envelopeTo, headerFrom, overrides, spf } = record
  return {
    headerFrom,
    envelopeFrom,
    envelopeTo,
    signer: signerOf(record),
    mailer: mailerOf(record),
    dkim,
    spf,
    overrides,
  }
}

/** The domain of a passing signature; one of the same organization as the From address is preferred. */
function signerOf({ dkim, headerFrom }: Authentication): string {
  const passing = dkim.filter(({ domain, result }) => result === 'pass' && domain !== '').map(({ domain }) => domain)
  const organization = registrableDomain(headerFrom)
  return passing.find((domain) => registrableDomain(domain) === organization) ?? passing[0] ?? ''
}

// Bounce addresses have subdomains of their own, so only the organization is kept.
function mailerOf({ spf }: Authentication): string {
  const passing = spf.find(({ domain, result }) => result === 'pass' && domain !== '')
  return passing === undefined ? '' : registrableDomain(passing.domain)
}
