import { findingsOf } from '../findings/index.ts'

export const spfReasons = {
  dns: ['info', 'A failed query says nothing about the domain.'],
  none: ['warning', 'Without SPF anyone can send with the domain.'],
  misspelt: ['error', 'Receivers require “v=spf1” at the start and ignore anything else.'],
  several: ['error', 'Several records are a permerror, and none is used (RFC 7208 4.5).'],
  syntax: ['error', 'One invalid term is a permerror for the whole record (RFC 7208 4.6).'],
  too_many_lookups: ['error', 'Receivers stop after ten lookups, and legitimate mail then fails SPF (RFC 7208 4.6.4).'],
  many_lookups: ['info', 'Included domains may add lookups at any time, and the limit is ten (RFC 7208 4.6.4).'],
  too_many_voids: [
    'error',
    'Receivers stop at the third void lookup, and legitimate mail then fails SPF (RFC 7208 4.6.4).',
  ],
  too_many_mx: ['error', 'An mx term with more than ten hosts is a permerror (RFC 7208 4.6.4).'],
  loop: ['error', 'Receivers exceed the lookup limit, which is a permerror.'],
  include_missing: ['error', 'An include of a domain without SPF is a permerror (RFC 7208 5.2).'],
  include_broken: ['error', 'An include of an invalid record is a permerror (RFC 7208 5.2).'],
  no_all: ['warning', 'Mail from all other senders is neutral, as if there were no SPF.'],
  plus_all: ['error', 'Forged mail passes SPF, and therefore DMARC.'],
  neutral_all: ['warning', 'Receivers treat neutral as if there were no SPF (RFC 7208 8.2).'],
  wide: ['error', 'Anyone who rents an IP address in such a network passes SPF, and therefore DMARC.'],
  after_all: ['warning', 'Senders listed after “all” are not authorized.'],
  ptr: ['warning', 'It is slow and unreliable and should not be used; some receivers ignore it (RFC 7208 5.5).'],
  duplicate: ['warning', 'It costs another lookup without authorizing more senders.'],
  long: ['warning', 'DNS answers above 512 octets do not reach some receivers (RFC 7208 3.4).'],
} as const

export const report = findingsOf('spf', spfReasons)
