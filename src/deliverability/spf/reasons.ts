import { findingsOf } from '../findings/index.ts'

/** What the check of SPF may find. */
export const spfReasons = {
  dns: ['info', 'What could not be asked for says nothing about the domain.'],
  none: ['warning', 'Anybody can send in the name of a domain that does not say who may.'],
  misspelt: ['error', 'Receivers look for “v=spf1” at the very beginning, and take anything else for no SPF.'],
  several: ['error', 'Receivers answer permerror to several records, and use none of them (RFC 7208 4.5).'],
  syntax: ['error', 'One wrong term makes the whole record void (RFC 7208 4.6).'],
  too_many_lookups: ['error', 'Receivers stop at ten lookups, and good mail then fails SPF (RFC 7208 4.6.4).'],
  many_lookups: ['info', 'Whoever is included may add lookups without a word, and the limit is ten (RFC 7208 4.6.4).'],
  too_many_voids: [
    'error',
    'Receivers stop at the third name that is not there, and good mail then fails (RFC 7208 4.6.4).',
  ],
  too_many_mx: ['error', 'A term mx that leads to more than ten hosts makes the record void (RFC 7208 4.6.4).'],
  loop: ['error', 'Receivers run into the limit of lookups, and the record is void.'],
  include_missing: ['error', 'An include without SPF behind it makes the whole record void (RFC 7208 5.2).'],
  include_broken: ['error', 'An include whose record is broken makes the whole record void (RFC 7208 5.2).'],
  no_all: ['warning', 'Mail of everybody else is then neutral, as if there were no SPF.'],
  plus_all: ['error', 'Whoever forges mail in the name of the domain passes SPF, and DMARC with it.'],
  neutral_all: ['warning', 'Receivers treat neutral as if there were no SPF (RFC 7208 8.2).'],
  wide: ['error', 'Whoever rents an address in such a network passes SPF, and DMARC with it.'],
  after_all: ['warning', 'Senders that stand there are not allowed, whatever the record seems to say.'],
  ptr: ['warning', 'It is slow, unreliable and not to be used; some receivers pass it over (RFC 7208 5.5).'],
  duplicate: ['warning', 'It costs a lookup again and allows nobody more.'],
  long: ['warning', 'Answers above 512 octets get lost on the way to some receivers (RFC 7208 3.4).'],
} as const

/** Makes findings of the check of SPF. */
export const report = findingsOf('spf', spfReasons)
