import { findingsOf } from '../findings/index.ts'

export const dnssecReasons = {
  dns: ['info', 'A failed query says nothing about the domain.'],
  bogus: ['error', 'Validating resolvers return SERVFAIL, so the domain does not resolve for their users.'],
  not_validated: ['info', 'Only a validating resolver can verify signatures; set one in SVC_DNS_SERVERS.'],
  island: ['warning', 'Without a DS record in the parent zone, resolvers do not validate the zone.'],
  none: ['info', 'DNS answers for the domain can be forged; DANE requires DNSSEC.'],
} as const

export const daneReasons = {
  dns: ['info', 'A failed query says nothing about the domain.'],
  no_hosts: ['info', 'Without mail hosts there is nothing to publish TLSA records for.'],
  none: ['info', 'An attacker between two mail servers can force unencrypted delivery (RFC 7672 1).'],
  partly: ['warning', 'An attacker who blocks the other hosts can divert mail to the unprotected one.'],
  usage: ['warning', 'SMTP uses only 2 and 3 (RFC 7672 3.1.3); such records have no effect.'],
  unsigned: ['warning', 'TLSA records are only used if they are signed with DNSSEC (RFC 7672 2.2).'],
  hosts_unsigned: [
    'warning',
    'An attacker who forges the MX records can divert mail to another host (RFC 7672 2.2.1).',
  ],
  garbled: ['error', 'A record whose data cannot be a hash never matches, so mail is deferred.'],
  mismatch: ['error', 'Senders that use DANE defer mail and bounce it after some days (RFC 7672 2.2).'],
  no_tls: ['error', 'Senders that use DANE require TLS where TLSA records exist (RFC 7672 2.2).'],
  unseen: ['info', 'Whether the records match the certificate is then unknown.'],
} as const

export const reportZone = findingsOf('dnssec', dnssecReasons)
export const report = findingsOf('dane', daneReasons)
