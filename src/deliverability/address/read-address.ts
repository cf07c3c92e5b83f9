import { asciiDomain } from './host-name.ts'
import { mailboxName, mailboxRulesOf, quoteDots } from './mailbox-rules.ts'
import { type Diagnosis, categoryOf, explainDiagnosis } from './syntax/diagnosis.ts'
import { type Mailbox, parseMailbox } from './syntax/mailbox.ts'

/** An address that mail can be sent to over the Internet. */
export interface Address {
  readonly valid: true
  /** As it was given. */
  readonly text: string
  /** The local part as it was written, quotes included. */
  readonly local: string
  /** The domain in A-labels and lower case. */
  readonly domain: string
  /** What goes into RCPT: the local part as it was written, the domain in A-labels. */
  readonly ascii: string
  /** The local part is not of ASCII, so that the server must offer SMTPUTF8 (RFC 6531 3.2). */
  readonly needsSmtpUtf8: boolean
  /** One spelling for all that reach the same mailbox: case folded, tag and ignored dots of known providers left out. */
  readonly normalized: string
  readonly diagnosis: Diagnosis
  /** How the name breaks the rules its provider has for new ones. It may be older than they are. */
  readonly oddity?: string
}

/** An address that no mail can be sent to. */
export interface Refusal {
  readonly valid: false
  readonly diagnosis: Diagnosis
  readonly message: string
  /** What was probably meant: the same without spaces, comments and what copying adds. */
  readonly corrected?: string
}

const encoder = new TextEncoder()

/** Characters up to which it is queried what somebody meant. */
const maxCorrectedLength = 1000

/**
 * Reads an address. Valid is what RFC 5321 and 6531 let into an envelope, at a host name of two labels or more: comments,
 * folding and obsolete forms are for headers, and addresses in brackets or single labels are not for the Internet.
 */
export function readAddress(text: string): Address | Refusal {
  const mailbox = parseMailbox(quoteDots(text) ?? text)
  const read = judge(text, mailbox)
  if (read.valid || text.length > maxCorrectedLength) return read
  const corrected = candidates(text, mailbox)
    .map((candidate) => judge(candidate, parseMailbox(candidate)))
    .find((each) => each.valid)
  return corrected === undefined ? read : { ...read, corrected: corrected.text }
}

function judge(text: string, { diagnosis, domain: given, isLiteral, local }: Mailbox): Address | Refusal {
  if (categoryOf(diagnosis) !== 'sendable') return refuse(diagnosis)
  if (isLiteral) return refuse('address_literal')
  const domain = asciiDomain(given)
  if (domain === undefined) return refuse('bad_international_domain')
  if (!domain.includes('.')) return refuse('top_level')
  if (/\.[0-9][^.]*$/.test(domain)) return refuse('numeric_top_level')
  const ascii = `${local}@${domain}`
  if (encoder.encode(ascii).length > 254) return refuse('too_long')
  const needsSmtpUtf8 = /[^\0-\x7f]/.test(local)
  const quoted: Diagnosis = local.startsWith('"') ? 'quoted_string' : 'valid'
  return { valid: true, text, local, domain, ascii, needsSmtpUtf8, diagnosis: quoted, ...normalize(local, domain) }
}

function refuse(diagnosis: Diagnosis): Refusal {
  return { valid: false, diagnosis, message: explainDiagnosis(diagnosis) }
}

function normalize(local: string, domain: string): Pick<Address, 'normalized' | 'oddity'> {
  const folded = unquote(local.normalize('NFC')).toLowerCase()
  const rules = mailboxRulesOf(domain)
  if (rules === undefined) return { normalized: `${folded}@${domain}` }
  const name = mailboxName(folded, rules)
  const normalized = `${name}@${rules.canonical ?? domain}`
  return rules.names.test(name) ? { normalized } : { normalized, oddity: `${rules.name} gives no such names today.` }
}

// RFC 5321 4.1.2: what can be written without quotes is the same address without them.
function unquote(local: string): string {
  if (!local.startsWith('"')) return local
  const content = local.slice(1, -1).replaceAll(/\\(.)/g, '$1')
  const { diagnosis } = parseMailbox(`${content}@example.com`)
  return diagnosis === 'valid' ? content : `"${content.replaceAll(/["\\]/g, '\\$&')}"`
}

function candidates(text: string, { domain, local }: Mailbox): string[] {
  const bracketed = /<([^<>]*)>[^<>]*$/.exec(text)?.[1] ?? text
  const bare = bracketed.trim().replace(/^mailto:/i, '')
  // Wide letters of East Asian keyboards, and marks that nobody sees.
  const seen = bare.normalize('NFKC').replaceAll(/[\p{Cf}\u00a0]/gu, '')
  const trimmed = bare.replace(/^[\s"'(]+/, '').replace(/(?<![\s"').,;:>])[\s"').,;:>]+$/, '')
  return [`${local}@${domain}`, bare, trimmed, seen].filter((each) => each !== text)
}
