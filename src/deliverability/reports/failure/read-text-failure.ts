import type { UnhashedReport } from './read-arf.ts'
import { domainOf, messageOf, readDate, readSource } from './read-arf.ts'
import { fieldOf, readFields } from '../../message/index.ts'

const opening = /A message claiming to be from you has failed/i
const separator = /^-{3,10} ?This is a copy of the (?:headers|message)/im

const maxLength = 200_000

/**
 * Reads the failure report that Exim, cPanel and products on top of them send as text only; undefined for other texts.
 */
export function readTextFailure(text: string, from: string): UnhashedReport | undefined {
  const start = text.search(opening)
  if (start === -1) return undefined
  const rest = text.slice(start, start + maxLength)
  const cut = rest.search(separator)
  const facts = readFields(factsOf(cut === -1 ? rest : rest.slice(0, cut)))
  const sourceIp = readSource(fieldOf(facts, 'Sender-IP-Address'))
  const reportedDomain = domainOf(fieldOf(facts, 'Sender-Domain'))
  if (sourceIp === null && reportedDomain === null) return undefined
  const aligned = ['dkim', 'spf'].filter((name) => /^y/i.test(fieldOf(facts, `${name}-Alignment`) ?? ''))
  const headers = cut === -1 ? [] : readFields(rest.slice(rest.indexOf('\n', cut) + 1))
  return {
    type: 'failure',
    format: 'text',
    feedbackType: 'auth-failure',
    authFailures: ['dmarc'],
    identityAlignment: aligned.length === 0 ? ['none'] : aligned,
    deliveryResult: fieldOf(facts, 'DMARC-Results')?.toLowerCase() ?? null,
    sourceIp,
    incidents: 1,
    arrivedAt: readDate(fieldOf(facts, 'Received-date')),
    reportedDomain,
    reporter: { userAgent: null, mta: null, from: from === '' ? null : from },
    authenticationResults: fieldOf(headers, 'Authentication-Results'),
    dkim: { domain: null, identity: null, selector: null },
    spfRecord: null,
    message: messageOf(headers, { mailFrom: null, recipient: null }),
    redacted: false,
  }
}

/** “  Sender IP Address: 203.0.113.68” as header fields. */
function factsOf(text: string): string {
  return text
    .split(/\r?\n/)
    .slice(0, 40)
    .map((line) => line.trim())
    .filter((line) => /^[A-Za-z ]{2,40}:/.test(line))
    .map((line) => `${line.slice(0, line.indexOf(':')).replaceAll(' ', '-')}${line.slice(line.indexOf(':'))}`)
    .join('\n')
}
