import { findingsOf } from '../findings/index.ts'

export const dmarcReasons = {
  dns: ['info', 'A failed query says nothing about the domain.'],
  none: [
    'warning',
    'Forged mail may be delivered without any report; large receivers require a record of bulk senders.',
  ],
  misspelt: ['error', 'The record must start with v=DMARC1; anything else is not a record (RFC 9989 4.7).'],
  misplaced: ['error', 'Receivers query only _dmarc (RFC 9989 4.5).'],
  several: ['error', 'Receivers discard several records, and use none of them (RFC 9989 4.10).'],
  dangling: [
    'error',
    'The alias target has no record, and anyone who registers that name controls the DMARC policy of the domain.',
  ],
  no_policy: ['error', 'With rua it counts as p=none, without rua the record is ignored (RFC 9989 4.7).'],
  p_none: ['warning', 'Mail that fails is still delivered: p=none only reports forgeries.'],
  testing: ['warning', 't=y asks receivers to apply the next weaker policy (RFC 9989 4.7).'],
  partial: [
    'warning',
    'Receivers that follow RFC 7489 apply the next weaker policy to all other mail (RFC 7489 6.6.4); newer ones ignore pct.',
  ],
  weak_subdomains: ['warning', 'Attackers use the subdomain with the weakest policy.'],
  weak_missing: ['warning', 'Attackers invent subdomains; np is the policy for those (RFC 9989 4.7).'],
  no_reports: [
    'warning',
    'Without reports you cannot see who sends with the domain, nor what a stricter policy would block.',
  ],
  bad_value: ['warning', 'Receivers ignore a tag with an unknown value and use its default (RFC 9989 4.7).'],
  historic: ['info', 'RFC 9989 removed it; newer receivers ignore it.'],
  order: ['info', 'Receivers that follow RFC 7489 require p directly after v, and may discard the record.'],
  garbled: ['warning', 'Receivers may stop reading there.'],
  duplicate: ['warning', 'Receivers may use either value.'],
  unknown_tag: ['info', 'Receivers ignore unknown tags.'],
  bad_uri: ['warning', 'Reports are only sent to URIs of the form mailto:name@domain.'],
  many_uris: ['warning', 'Receivers need to support only two addresses (RFC 9990 3.5.1).'],
  size_limit: ['info', 'Size limits after URIs are obsolete (RFC 9990).'],
  idle_fo: ['info', 'fo controls failure reports, but there is no ruf address to send them to.'],
  receiver_unwilling: [
    'warning',
    'Reports to another organization are sent only if it publishes its consent (RFC 9990 4).',
  ],
  receiver_no_mail: ['warning', 'Reports cannot be delivered there.'],
  legacy: ['info', 'Receivers that follow RFC 7489 use the public suffix list and do not walk up the DNS tree.'],
} as const

export const report = findingsOf('dmarc', dmarcReasons)
