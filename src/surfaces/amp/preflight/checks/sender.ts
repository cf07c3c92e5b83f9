import { registrableDomain } from '../../../../deliverability/address/index.ts'
import type { DkimSignature, MessageAuthentication } from '../../../../deliverability/authentication/index.ts'
import { readTags } from '../../../../deliverability/findings/index.ts'
import { type Check, failed, passed, unmeasured, warned } from './check.ts'

/** What is known about the sender of a message. */
export interface SenderEvidence {
  /** The domain of From in A-labels. */
  readonly domain: string
  /** Undefined for parts, which are not signed. */
  readonly signatures: readonly DkimSignature[] | undefined
  /** Undefined if the service did not receive the message. */
  readonly spf: MessageAuthentication['spf'] | undefined
  /** The DMARC record that applies; undefined if none was found. */
  readonly policyRecord: string | undefined
}

const sendIt = 'Send the message to a one-time email address, so that it comes from the production servers.'

/** From, and SPF, DKIM and DMARC as a receiver evaluates them. Gmail requires SPF and aligned DKIM, not only one of them. */
export function checkSender(
  from: readonly string[],
  evidence: SenderEvidence | undefined,
  isFree: (domain: string) => boolean,
): Check[] {
  if (evidence === undefined)
    return [
      failed(
        'sender.from',
        from.length > 1 ? `From has ${from.length} email addresses.` : 'From has no valid email address.',
        'Send from exactly one email address of your own domain.',
      ),
      ...(['auth.spf', 'auth.dkim', 'auth.dmarc'] as const).map((id) =>
        unmeasured(id, 'Without a sender there is nothing to authenticate.'),
      ),
    ]
  return [
    isFree(evidence.domain)
      ? failed(
          'sender.from',
          `${evidence.domain} is a public mailbox provider, whose domain you cannot authenticate.`,
          'Send from a domain of your own.',
        )
      : passed('sender.from', `The sender is ${from[0] ?? evidence.domain}.`),
    evaluateSpf(evidence),
    evaluateDkim(evidence),
    evaluateDmarc(evidence),
  ]
}

function evaluateSpf({ spf }: SenderEvidence): Check {
  if (spf === undefined) return unmeasured('auth.spf', 'SPF depends on the IP address of the sending server.', sendIt)
  const about = `SPF of ${spf.domain} is ${spf.result}`
  if (spf.result === 'temperror') return unmeasured('auth.spf', `${about}: DNS did not respond.`)
  return spf.result === 'pass'
    ? passed('auth.spf', `${about}.`)
    : failed('auth.spf', `${about}.`, 'Add the sending server to the SPF record of the domain in the envelope sender.')
}

function evaluateDkim({ domain, signatures }: SenderEvidence): Check {
  const id = 'auth.dkim'
  if (signatures === undefined) return unmeasured(id, 'The input is not signed.', sendIt)
  const valid = signatures.filter(({ result }) => result === 'pass')
  const aligned = valid.find((one) => isAligned(one.domain, domain, 'r'))
  const fix = `Sign with a d= of ${registrableDomain(domain)}.`
  if (aligned !== undefined)
    return passed(id, `The signature of ${aligned.domain} (selector ${aligned.selector}) is valid and aligned.`)
  if (signatures.some(({ result }) => result === 'temperror'))
    return unmeasured(id, 'The key of a signature could not be queried.')
  if (signatures.length === 0) return failed(id, 'There is no DKIM signature.', fix)
  const [first] = valid
  if (first !== undefined)
    return failed(id, `The valid signature is of ${first.domain}, which is another organization.`, fix)
  const broken = signatures.map((one) => `${one.domain} (${one.selector}): ${one.result}`).join(', ')
  return failed(id, `No signature is valid: ${broken}.`, 'Publish the key, and change nothing after signing.')
}

/** RFC 9989 4.4: SPF or DKIM, aligned as the record asks. */
function evaluateDmarc({ domain, policyRecord, signatures, spf }: SenderEvidence): Check {
  const id = 'auth.dmarc'
  if (signatures === undefined && spf === undefined) return unmeasured(id, 'The input is not authenticated.', sendIt)
  const { tags } = readTags(policyRecord ?? '')
  const byDkim = signatures?.find((one) => one.result === 'pass' && isAligned(one.domain, domain, tags.get('adkim')))
  if (byDkim !== undefined) return passed(id, `DMARC passes by DKIM of ${byDkim.domain}.`)
  if (spf?.result === 'pass' && isAligned(spf.domain, domain, tags.get('aspf')))
    return passed(id, `DMARC passes by SPF of ${spf.domain}.`)
  const isOpen =
    spf === undefined || spf.result === 'temperror' || signatures?.some((one) => one.result === 'temperror')
  if (isOpen === true) return unmeasured(id, 'DKIM does not make DMARC pass, and SPF is not known.', sendIt)
  return failed(id, `Neither SPF nor DKIM is aligned with ${domain}.`, 'Align DKIM: it survives forwarding.')
}

function isAligned(signer: string, domain: string, mode: string | undefined): boolean {
  return mode?.toLowerCase() === 's' ? signer === domain : registrableDomain(signer) === registrableDomain(domain)
}

/** Google requires a website that is reachable worldwide. `outcome`: status, failure, or undefined if it was not requested. */
export function evaluateWebsite(domain: string, outcome: number | string | undefined): Check {
  const id = 'sender.website'
  const url = `https://${registrableDomain(domain)}/`
  if (outcome === undefined) return unmeasured(id, `${url} was not requested.`)
  if (typeof outcome === 'number' && outcome < 400) return passed(id, `${url} responds with ${outcome}.`)
  const what = typeof outcome === 'number' ? `responds with ${outcome}` : `is not reachable: ${outcome}`
  return warned(id, `${url} ${what.replace(/\.$/, '')}.`, 'Publish a website at the domain of the sender.')
}
