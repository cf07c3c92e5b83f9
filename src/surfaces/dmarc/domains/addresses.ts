import { registrableDomain } from '../../../deliverability/address/index.ts'
import { addReportUri, writeRecord } from '../../../deliverability/dmarc/index.ts'
import type { RecordToPublish } from '../../../deliverability/findings/index.ts'

/** Where reports of the installation arrive. */
export interface ReportAddresses {
  /** Domain of the reporting email addresses; undefined if the service receives no mail. */
  readonly inboundDomain: string | undefined
  /** Public URL of the API. */
  readonly baseUrl: string
}

/** 32 hexadecimal characters of randomness: who knows the address may add reports to the domain. */
export function createToken(): string {
  return crypto.getRandomValues(new Uint8Array(16)).toHex()
}

export function reportingAddress({ inboundDomain }: ReportAddresses, token: string): string | null {
  return inboundDomain === undefined ? null : `d+${token}@${inboundDomain}`
}

export function tlsReportUrl({ baseUrl }: ReportAddresses, token: string): string {
  return `${baseUrl}/v1/dmarc/tls-reports/${token}`
}

/** The published record with the reporting address added, or a first record. */
export function recordToPublish(
  addresses: ReportAddresses,
  { domain, token }: { domain: string; token: string },
  published: string | null,
): RecordToPublish {
  const address = reportingAddress(addresses, token) ?? `dmarc@${domain}`
  const value =
    published === null
      ? writeRecord({ policy: 'none', aggregateUris: [address] })
      : addressed(addresses, published, address)
  return { name: `_dmarc.${domain}`, type: 'TXT', value }
}

// Without SVC_INBOUND_DOMAIN reports cannot arrive by mail, so published addresses stay as they are.
function addressed({ inboundDomain }: ReportAddresses, published: string, address: string): string {
  return inboundDomain === undefined && /\brua\s*=/i.test(published)
    ? published
    : addReportUri(published, `mailto:${address}`)
}

/** The consent that receivers look up before they send reports to another organization (RFC 9990 4). */
export function authorizationRecord({ inboundDomain }: ReportAddresses, domain: string): RecordToPublish | null {
  if (inboundDomain === undefined || registrableDomain(inboundDomain) === registrableDomain(domain)) return null
  return { name: `${domain}._report._dmarc.${inboundDomain}`, type: 'TXT', value: 'v=DMARC1' }
}
