import { findingsOf } from '../findings/index.ts'

export const mxReasons = {
  dns: ['info', 'A failed query says nothing about the domain.'],
  no_domain: ['error', 'Mail to it bounces immediately.'],
  none: ['error', 'Mail to it bounces immediately.'],
  private: ['error', 'External senders cannot deliver there.'],
  null: ['info', 'Senders know at once that mail to it is a mistake (RFC 7505).'],
  implicit: [
    'warning',
    'Web servers then receive unwanted mail, and some senders do not deliver without MX records (RFC 5321 5.1).',
  ],
  dangling: [
    'warning',
    'Senders waste time on a host that does not exist, and mail is delayed if it is the preferred one.',
  ],
  takeover: ['error', 'Anyone who registers that domain receives mail for this one.'],
  single: ['info', 'While it is down, senders queue mail; one IP address is a single point of failure.'],
  alias: ['warning', 'Some senders reject an MX that points to an alias (RFC 2181 10.3, RFC 5321 5.1).'],
  literal: ['error', 'An MX record must contain a host name; senders cannot use an IP address (RFC 5321 5.1).'],
  note: ['warning', 'Senders may interpret it differently.'],
} as const

export const ptrReasons = {
  dns: ['info', 'A failed query says nothing about the domain.'],
  no_hosts: ['info', 'Without an IP address there is no PTR record to query.'],
  none: [
    'warning',
    'Large receivers reject mail from IP addresses without a PTR record, and mail hosts often send too.',
  ],
  mismatch: ['warning', 'Receivers ignore a PTR record that does not resolve back to the IP address.'],
  generic: ['info', 'Receivers treat generic names as residential connections and trust them less.'],
} as const

export const tlsReasons = {
  no_hosts: ['info', 'Without mail hosts there is no server to connect to.'],
  unreached: ['info', 'A failed connection says nothing about the mail host; many networks block outbound port 25.'],
  plain: ['error', 'Mail to it crosses the Internet unencrypted, and large senders flag it as such.'],
  broken: ['error', 'Senders fall back to unencrypted delivery, or do not deliver.'],
  old: ['warning', 'TLS below 1.2 can be broken (RFC 8996), and current senders no longer speak it.'],
  untrusted: [
    'warning',
    'Most senders encrypt anyway, but a man-in-the-middle can impersonate the host; MTA-STS requires a trusted certificate.',
  ],
  name: ['warning', 'A certificate for another name proves nothing; MTA-STS requires the host name (RFC 8461 4.1).'],
  expired: ['warning', 'MTA-STS and DANE-TA reject an expired certificate.'],
  expiring: ['warning', 'After its expiry, senders that use MTA-STS stop delivering.'],
  weak_key: ['warning', 'Current software rejects RSA keys below 2048 bits.'],
} as const

export const reportMx = findingsOf('mx', mxReasons)
export const reportPtr = findingsOf('ptr', ptrReasons)
export const reportTls = findingsOf('tls', tlsReasons)
