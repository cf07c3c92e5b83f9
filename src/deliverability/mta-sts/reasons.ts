import { findingsOf } from '../findings/index.ts'

export const mtaStsReasons = {
  dns: ['info', 'A failed query says nothing about the domain.'],
  no_mail: ['info', 'A domain that accepts no mail needs no protection.'],
  none: ['info', 'An attacker between two mail servers can force unencrypted delivery and read mail (RFC 8461 1).'],
  several: ['error', 'Senders treat several records as none (RFC 8461 3.1).'],
  id: ['error', 'Senders detect policy changes by the id; without one there is no policy (RFC 8461 3.1).'],
  fetch: ['error', 'Senders that cannot fetch the policy do not apply it (RFC 8461 3.3).'],
  unreached: ['info', 'It may be reachable from other networks.'],
  policy: ['error', 'Senders ignore a malformed policy (RFC 8461 3.2).'],
  mx: ['error', 'Senders that apply the policy do not deliver to a mail host that it does not list (RFC 8461 4.1).'],
  mode: ['warning', 'Senders report failures, but still deliver (RFC 8461 5).'],
  max_age: [
    'warning',
    'Senders drop an expired policy, and are open to attack until they fetch it again (RFC 8461 3.2).',
  ],
  media_type: ['info', 'Senders may ignore a policy that is not text/plain (RFC 8461 3.2).'],
  certificate: [
    'error',
    'Senders that apply the policy require a certificate for the host name from a trusted CA (RFC 8461 4.2).',
  ],
} as const

export const tlsReportReasons = {
  dns: ['info', 'A failed query says nothing about the domain.'],
  no_mail: ['info', 'A domain that accepts no mail needs no protection.'],
  none: ['info', 'When TLS to the domain fails, its owner receives no report (RFC 8460).'],
  several: ['error', 'Senders treat several records as none (RFC 8460 3).'],
  broken: ['error', 'Senders have nowhere to send reports to (RFC 8460 3).'],
} as const

export const report = findingsOf('mta_sts', mtaStsReasons)
export const reportReports = findingsOf('tls_rpt', tlsReportReasons)
