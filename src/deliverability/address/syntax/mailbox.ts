import type { Diagnosis } from './diagnosis.ts'
import { readDomain } from './domain.ts'
import { readLocalPart } from './local-part.ts'
import { Scan } from './scan.ts'

/** Both parts are without comments and folding, and empty if the text is malformed. */
export interface Mailbox {
  readonly diagnosis: Diagnosis
  readonly local: string
  readonly domain: string
  readonly isLiteral: boolean
}

/** RFC 5321 4.5.3.1.1, RFC 1035 2.3.4, RFC 5321 4.5.3.1.3 with erratum 1690. */
const maxLength = { local: 64, domain: 253, address: 254 }

/**
 * Non-ASCII characters that no mailbox has, left by copying or used for spoofing: controls, spaces, separators, zero-width
 * and direction marks, and noncharacters.
 */
const refused =
  /[\u0080-\u009f\p{Zs}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufff0-\uffff]/u

/** Parses an address by RFC 5321, 5322 and 6531 with its worst diagnosis, in linear time. */
export function parseMailbox(text: string): Mailbox {
  if (!text.isWellFormed()) return brokenBy('unreadable')
  const scan = new Scan(text)
  const local = readLocalPart(scan)
  const domain = local === undefined ? undefined : readDomain(scan)
  if (local === undefined || domain === undefined) return brokenBy(scan.diagnosis)
  // Non-ASCII only: ASCII spaces have been diagnosed by position.
  if (refused.test(text.replaceAll(/[\0-\x7f]+/g, ''))) return brokenBy('bad_character')
  const [localOctets, domainOctets] = [octetsOf(local), octetsOf(domain.text)]
  if (localOctets > maxLength.local) scan.note('local_part_too_long')
  if (domainOctets > maxLength.domain) scan.note('domain_too_long')
  if (localOctets + 1 + domainOctets > maxLength.address) scan.note('too_long')
  return { diagnosis: scan.diagnosis, local, domain: domain.text, isLiteral: domain.isLiteral }
}

function brokenBy(diagnosis: Diagnosis): Mailbox {
  return { diagnosis, local: '', domain: '', isLiteral: false }
}

const encoder = new TextEncoder()

function octetsOf(text: string): number {
  return encoder.encode(text).length
}
