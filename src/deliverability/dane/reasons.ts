import { findingsOf } from '../findings/index.ts'

/** What the check of DNSSEC may find. */
export const dnssecReasons = {
  dns: ['info', 'What could not be asked for says nothing about the domain.'],
  bogus: ['error', 'Resolvers that validate give no answer at all, and the domain is gone for whoever uses them.'],
  not_validated: [
    'info',
    'Only a resolver that validates can say whether signatures are good; SVC_DNS_SERVERS names one.',
  ],
  island: ['warning', 'Without a DS record in its parent nobody knows that the zone ought to be signed.'],
  none: ['info', 'Answers about the domain can be forged on their way; DANE needs signatures.'],
} as const

/** What the check of DANE may find. */
export const daneReasons = {
  dns: ['info', 'What could not be asked for says nothing about the domain.'],
  no_hosts: ['info', 'Without mail hosts there is nothing to name a certificate for.'],
  none: ['info', 'Whoever sits between two mail servers can have mail sent in the clear (RFC 7672 1).'],
  partly: ['warning', 'Whoever can keep the other hosts from being reached has mail go where it is not protected.'],
  usage: ['warning', 'Senders of mail use 2 and 3 only (RFC 7672 3.1.3); such records protect nothing.'],
  unsigned: ['warning', 'TLSA records count only where DNSSEC vouches for them (RFC 7672 2.2).'],
  hosts_unsigned: ['warning', 'Whoever forges the MX records has mail go to a host of their own (RFC 7672 2.2.1).'],
  garbled: ['error', 'A record whose data cannot be a hash matches nothing, and mail is held back.'],
  mismatch: ['error', 'Senders that heed DANE hold mail back, and give it up after some days (RFC 7672 2.2).'],
  no_tls: ['error', 'Senders that heed DANE send nothing in the clear where there are TLSA records (RFC 7672 2.2).'],
  unseen: ['info', 'Whether the records fit the certificate is not known then.'],
} as const

/** Makes findings of the check of DNSSEC. */
export const reportZone = findingsOf('dnssec', dnssecReasons)
/** Makes findings of the check of DANE. */
export const report = findingsOf('dane', daneReasons)
