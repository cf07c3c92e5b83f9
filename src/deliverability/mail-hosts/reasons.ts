import { findingsOf } from '../findings/index.ts'

/** What the check of mail hosts may find. */
export const mxReasons = {
  dns: ['info', 'What could not be asked for says nothing about the domain.'],
  no_domain: ['error', 'Mail to it comes back at once.'],
  none: ['error', 'Mail to it comes back at once.'],
  private: ['error', 'Nobody outside can deliver there.'],
  null: ['info', 'Senders know at once that mail to it is a mistake (RFC 7505).'],
  implicit: [
    'warning',
    'Web servers then get mail that they do not want, and some senders do not deliver so (RFC 5321 5.1).',
  ],
  dangling: ['warning', 'Senders lose time with a host that is not there, and mail waits where it is the best.'],
  takeover: ['error', 'Whoever registers that domain gets mail that is meant for this one.'],
  single: ['info', 'While it is down, mail waits at its senders; one address is one point of failure.'],
  alias: ['warning', 'Some senders refuse an MX that leads to an alias (RFC 2181 10.3, RFC 5321 5.1).'],
  literal: ['error', 'An MX names a host, and senders cannot use an address there (RFC 5321 5.1).'],
  note: ['warning', 'Senders may treat it differently from what was meant.'],
} as const

/** What the check of reverse names may find. */
export const ptrReasons = {
  dns: ['info', 'What could not be asked for says nothing about the domain.'],
  no_hosts: ['info', 'Without an address there is no name to ask for.'],
  none: ['warning', 'Large receivers refuse mail from addresses without a name, and mail hosts often send too.'],
  mismatch: ['warning', 'A name that does not lead back proves nothing, and receivers count it as none.'],
  generic: ['info', 'Receivers take such names for home connections, and trust them less.'],
} as const

/** What the check of encryption may find. */
export const tlsReasons = {
  no_hosts: ['info', 'Without mail hosts there is nobody to connect to.'],
  unreached: [
    'info',
    'What nobody could look at says nothing about the mail host; many networks close port 25 on the way out.',
  ],
  plain: ['error', 'Mail to it crosses the Internet in the clear, and large senders mark it so.'],
  broken: ['error', 'Senders fall back to the clear, or do not deliver.'],
  old: ['warning', 'TLS below 1.2 can be broken (RFC 8996), and current senders no longer speak it.'],
  untrusted: [
    'warning',
    'Most senders encrypt all the same, but whoever sits between can pose as the host; MTA-STS wants trust.',
  ],
  name: ['warning', 'A certificate of another name proves nothing; MTA-STS wants the host’s own (RFC 8461 4.1).'],
  expired: ['warning', 'A certificate that is over proves nothing, and MTA-STS and DANE-TA refuse it.'],
  expiring: ['warning', 'When it is over, senders that heed MTA-STS stop delivering.'],
  weak_key: ['warning', 'RSA keys below 2048 bits are refused by current software.'],
} as const

/** Makes findings of the check of mail hosts. */
export const reportMx = findingsOf('mx', mxReasons)
/** Makes findings of the check of reverse names. */
export const reportPtr = findingsOf('ptr', ptrReasons)
/** Makes findings of the check of encryption. */
export const reportTls = findingsOf('tls', tlsReasons)
