import { findingsOf } from '../findings/index.ts'

/** What the check of DMARC may find. */
export const dmarcReasons = {
  dns: ['info', 'What could not be asked for says nothing about the domain.'],
  none: [
    'warning',
    'Receivers deliver forged mail as they please, and nobody hears of it; large ones want a record of whoever sends much.',
  ],
  misspelt: ['error', 'The version comes first and is written DMARC1; anything else is no record (RFC 9989 4.7).'],
  misplaced: ['error', 'Receivers look below _dmarc and nowhere else (RFC 9989 4.5).'],
  several: ['error', 'Receivers discard several records, and use none of them (RFC 9989 4.10).'],
  dangling: [
    'error',
    'Where the alias ends there is no record, and whoever gets that name decides about the domain’s mail.',
  ],
  no_policy: ['error', 'With reports wanted it counts as p=none, without it is no record at all (RFC 9989 4.7).'],
  p_none: ['warning', 'Mail that fails is delivered all the same: forgers are only watched.'],
  testing: ['warning', 't=y asks receivers to do one step less than the policy says (RFC 9989 4.7).'],
  partial: [
    'warning',
    'Receivers that follow RFC 7489 do one step less than the policy says for all other mail (RFC 7489 6.6.4); newer ones ignore pct.',
  ],
  weak_subdomains: ['warning', 'Forgers take the subdomain with the weakest policy.'],
  weak_missing: ['warning', 'Forgers make subdomains up, and np is what holds for those (RFC 9989 4.7).'],
  no_reports: [
    'warning',
    'Without reports nobody sees who sends in the name of the domain, nor what a stricter policy would stop.',
  ],
  bad_value: [
    'warning',
    'Receivers pass over a tag whose value they do not know, and take its default (RFC 9989 4.7).',
  ],
  historic: ['info', 'RFC 9989 has it no more; newer receivers take no notice of it.'],
  order: ['info', 'Receivers that follow RFC 7489 want p right behind v, and may discard the record.'],
  garbled: ['warning', 'Receivers may stop reading there.'],
  duplicate: ['warning', 'Receivers may take either value.'],
  unknown_tag: ['info', 'Receivers pass over tags they do not know.'],
  bad_uri: ['warning', 'Reports are sent to addresses of the form mailto:name@domain; this gets none.'],
  many_uris: ['warning', 'Receivers need to heed two addresses only (RFC 9990 3.5.1).'],
  size_limit: ['info', 'Limits of size behind addresses are obsolete (RFC 9990).'],
  idle_fo: ['info', 'fo says when to send failure reports, and there is no ruf to send them to.'],
  receiver_unwilling: [
    'warning',
    'Reports to another organisation are sent only if it says that it takes them (RFC 9990 4).',
  ],
  receiver_no_mail: ['warning', 'Reports cannot be delivered there.'],
  legacy: ['info', 'Receivers that follow RFC 7489 go by the list of public suffixes, and do not walk up the tree.'],
} as const

/** Makes findings of the check of DMARC. */
export const report = findingsOf('dmarc', dmarcReasons)
