import { asciiDomain } from './host-name.ts'
import { mailboxName, mailboxRulesOf, quoteDots } from './mailbox-rules.ts'
import { type Diagnosis, categoryOf, explainDiagnosis } from './syntax/diagnosis.ts'
import { type Mailbox, parseMailbox } from './syntax/mailbox.ts'

/** An email address that can receive mail over the Internet. */
export interface Address {
  readonly valid: true
  /** As given by the caller. */
  readonly text: string
  /** The local part as written, including quotes. */
  readonly local: string
  /** In A-labels and lowercase. */
  readonly domain: string
  /** The RCPT argument: the local part as written, the domain in A-labels. */
  readonly ascii: string
  /** The local part is not ASCII, so the server must offer SMTPUTF8 (RFC 6531 3.2). */
  readonly needsSmtpUtf8: boolean
  /** One spelling per mailbox: case folded, without suffix and ignored dots of known providers. */
  readonly normalized: string
  readonly diagnosis: Diagnosis
  /** The rule of the provider for new names that the local part breaks. The mailbox may be older than the rule. */
  readonly oddity?: string
}

/** An address that cannot receive mail. */
export interface Refusal {
  readonly valid: false
  readonly diagnosis: Diagnosis
  readonly message: string
  /** The likely intention: without spaces, comments and artifacts of copying. */
  readonly corrected?: string
}

const encoder = new TextEncoder()

/** Maximum length of a text for which a correction is suggested. */
const maxCorrectedLength = 1000

/**
 * Parses an address. Valid means allowed in an envelope by RFC 5321 and 6531, at a host name of two labels or more:
 * comments, folding and obsolete forms are for headers only; address literals and single labels are not routable on the
 * Internet.
 */
export function readAddress(text: string): Address | Refusal {
  const mailbox = parseMailbox(quoteDots(text) ?? text)
  const read = evaluate(text, mailbox)
  if (read.valid || text.length > maxCorrectedLength) return read
  const corrected = candidates(text, mailbox)
    .map((candidate) => evaluate(candidate, parseMailbox(candidate)))
    .find((each) => each.valid)
  return corrected === undefined ? read : { ...read, corrected: corrected.text }
}

function evaluate(text: string, { diagnosis, domain: given, isLiteral, local }: Mailbox): Address | Refusal {
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
  return rules.names.test(name)
    ? { normalized }
    : { normalized, oddity: `${rules.name} does not assign such names today.` }
}

// RFC 5321 4.1.2: a local part that needs no quotes is the same address without them.
function unquote(local: string): string {
  if (!local.startsWith('"')) return local
  const content = local.slice(1, -1).replaceAll(/\\(.)/g, '$1')
  const { diagnosis } = parseMailbox(`${content}@example.com`)
  return diagnosis === 'valid' ? content : `"${content.replaceAll(/["\\]/g, '\\$&')}"`
}

function candidates(text: string, { domain, local }: Mailbox): string[] {
  const bracketed = /<([^<>]*)>[^<>]*$/.exec(text)?.[1] ?? text
  const bare = bracketed.trim().replace(/^mailto:/i, '')
  // Full-width characters of East Asian keyboards, and invisible characters.
  const seen = bare.normalize('NFKC').replaceAll(/[\p{Cf}\u00a0]/gu, '')
  const trimmed = bare.replace(/^[\s"'(]+/, '').replace(/(?<![\s"').,;:>])[\s"').,;:>]+$/, '')
  return [`${local}@${domain}`, bare, trimmed, seen].filter((each) => each !== text)
}
