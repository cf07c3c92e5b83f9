import { findingsOf } from '../findings/index.ts'

/** What the check of MTA-STS may find. */
export const mtaStsReasons = {
  dns: ['info', 'What could not be asked for says nothing about the domain.'],
  no_mail: ['info', 'Where no mail goes there is no way to protect.'],
  none: ['info', 'Whoever sits between two mail servers can have mail sent in the clear, and read it (RFC 8461 1).'],
  several: ['error', 'Senders take several records for none (RFC 8461 3.1).'],
  id: ['error', 'By the id senders tell that the policy has changed; without one there is no policy (RFC 8461 3.1).'],
  fetch: ['error', 'Senders that cannot fetch the policy do not heed it (RFC 8461 3.3).'],
  unreached: ['info', 'It may be reached from elsewhere.'],
  policy: ['error', 'Senders do not heed a policy they cannot read (RFC 8461 3.2).'],
  mx: ['error', 'Senders that heed the policy do not deliver to a mail host that it does not name (RFC 8461 4.1).'],
  mode: ['warning', 'Senders report what fails, and deliver all the same (RFC 8461 5).'],
  max_age: [
    'warning',
    'Senders forget a policy when it is over, and are open to attack until they fetch it again (RFC 8461 3.2).',
  ],
  media_type: ['info', 'Senders may pass over a policy that is not text/plain (RFC 8461 3.2).'],
  certificate: [
    'error',
    'Senders that heed the policy want a certificate of the host’s name from somebody known (RFC 8461 4.2).',
  ],
} as const

/** What the check of TLS-RPT may find. */
export const tlsReportReasons = {
  dns: ['info', 'What could not be asked for says nothing about the domain.'],
  no_mail: ['info', 'Where no mail goes there is no way to protect.'],
  none: ['info', 'When encryption fails on the way to the domain, nobody there hears of it (RFC 8460).'],
  several: ['error', 'Senders take several records for none (RFC 8460 3).'],
  broken: ['error', 'Senders have nowhere to send reports to (RFC 8460 3).'],
} as const

/** Makes findings of the check of MTA-STS. */
export const report = findingsOf('mta_sts', mtaStsReasons)
/** Makes findings of the check of TLS-RPT. */
export const reportReports = findingsOf('tls_rpt', tlsReportReasons)
