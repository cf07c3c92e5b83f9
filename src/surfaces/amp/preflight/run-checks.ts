import { authenticateMessage, verifySignatures } from '../../../deliverability/authentication/index.ts'
import { registrableDomain } from '../../../deliverability/address/index.ts'
import { readPart } from '../../../email/amp/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { OutboundError } from '../../../platform/net/index.ts'
import type { WorkContext } from '../../../platform/scheduling/index.ts'
import { measure } from '../../verification/index.ts'
import { type Check, checkIds, failed, passed, unmeasured, warned } from './checks/check.ts'
import { checkContent } from './checks/content.ts'
import { type EndpointResult, evaluateEndpoints, probeEndpoints } from './checks/endpoints.ts'
import { checkHeader } from './checks/header.ts'
import { checkRecords } from './checks/records.ts'
import { type SenderEvidence, checkSender, evaluateWebsite } from './checks/sender.ts'
import { checkStructure } from './checks/structure.ts'
import type { CheckDeps } from './deps.ts'
import { type CheckedMessage, normalizeAddress } from './message.ts'

/** How a message was received; undefined for uploads. */
export interface Reception {
  readonly clientIp: string
  readonly helo: string
  readonly mailFrom: string
  readonly isEncrypted: boolean
}

export interface CheckOptions {
  readonly selectors: readonly string[]
  readonly probesForms: boolean
}

export interface CheckQuestion {
  readonly message: CheckedMessage
  readonly options: CheckOptions
  readonly reception?: Reception | undefined
  readonly work: WorkContext
}

export interface CheckOutcome {
  /** In the order of the list of checks. */
  readonly checks: readonly Check[]
  readonly endpoints: readonly EndpointResult[]
  /** Normalized; null without exactly one valid address in From. */
  readonly from: string | null
}

/** Runs every check that the input allows, at the same time. */
export async function runChecks(deps: CheckDeps, question: CheckQuestion): Promise<CheckOutcome> {
  const { message, options, reception, work } = question
  const [only, ...others] = message.from
  const sender = others.length > 0 || only === undefined ? undefined : normalizeAddress(only)
  const amp = readPart(message.amp[0] ?? '')
  const [authentication, validity, endpoints, isFree, website] = await Promise.all([
    authenticate(deps, question, sender?.domain),
    evaluateAmp(deps, message, work),
    sender === undefined
      ? []
      : probeEndpoints(amp.endpoints, { sender: sender.address, probesForms: options.probesForms }, deps.send),
    sender !== undefined && deps.isFreeDomain(registrableDomain(sender.domain)),
    sender === undefined ? undefined : requestWebsite(deps, sender.domain),
  ])
  const { evidence, records } = authentication
  const signers = evidence?.signatures?.filter(({ result }) => result === 'pass').map(({ domain }) => domain)
  const checks = [
    ...checkStructure(message),
    ...validity,
    ...checkContent(message, { amp, html: readPart(message.html) }),
    ...checkHeader(message, { nowMs: deps.store.read.nowMs(), signers, isEncrypted: reception?.isEncrypted }),
    ...checkSender(message.from, evidence, () => isFree),
    ...records,
    website ?? unmeasured('sender.website', 'The sender is not known.'),
    sender === undefined && amp.endpoints.length > 0
      ? unmeasured('endpoints.cors', 'The sender is not known.')
      : evaluateEndpoints(endpoints, amp.endpoints.length),
  ]
  return {
    checks: checks.toSorted((a, b) => checkIds.indexOf(a.id) - checkIds.indexOf(b.id)),
    endpoints,
    from: sender?.address ?? null,
  }
}

interface Authentication {
  readonly evidence: SenderEvidence | undefined
  readonly records: readonly Check[]
}

async function authenticate(
  deps: CheckDeps,
  { message, options, reception }: CheckQuestion,
  domain: string | undefined,
): Promise<Authentication> {
  if (domain === undefined) {
    const ids = ['dns.spf', 'dns.dkim', 'dns.dmarc'] as const
    return { evidence: undefined, records: ids.map((id) => unmeasured(id, 'The sender is not known.')) }
  }
  const { resolve } = measure(deps, domain)
  const { signatures, spf } = await authenticity(message, reception, resolve)
  const aligned = signatures?.find(
    (one) => one.result === 'pass' && registrableDomain(one.domain) === registrableDomain(domain),
  )
  const signer = aligned?.domain ?? domain
  const used = signatures?.filter((one) => one.domain === signer).map(({ selector }) => selector) ?? []
  const { checks, policyRecord } = await checkRecords(deps, {
    domain,
    signer,
    selectors: [...new Set([...options.selectors, ...used])],
  })
  return { evidence: { domain, signatures, spf, policyRecord }, records: checks }
}

async function authenticity(
  { sent }: CheckedMessage,
  reception: Reception | undefined,
  resolve: Parameters<typeof verifySignatures>[1],
): Promise<Pick<SenderEvidence, 'signatures' | 'spf'>> {
  if (sent === undefined) return { signatures: undefined, spf: undefined }
  if (reception === undefined)
    return { signatures: (await verifySignatures(sent.bytes, resolve)).signatures, spf: undefined }
  const { dkim, spf } = await authenticateMessage({ ...reception, bytes: sent.bytes }, { resolve })
  return { signatures: dkim, spf }
}

async function evaluateAmp(deps: CheckDeps, { amp: parts }: CheckedMessage, work: WorkContext): Promise<Check[]> {
  const [amp] = parts
  if (amp === undefined)
    return (['amp.size', 'amp.valid'] as const).map((id) => unmeasured(id, 'There is no AMP part.'))
  const bytes = new TextEncoder().encode(amp).length
  const isLarge = bytes > limits.ampBytes
  const size = isLarge
    ? failed('amp.size', `The AMP part has ${bytes} bytes; the limit is ${limits.ampBytes}.`, 'Shorten it.')
    : passed('amp.size', `The AMP part has ${bytes} bytes.`)
  if (isLarge) return [size, unmeasured('amp.valid', 'The AMP part is too large to be validated.')]
  const findings = await deps.validateAmp(amp, work)
  const fix = 'Correct it; /docs/guide/amp-senders explains how to validate an AMP part.'
  if (findings === undefined)
    return [size, failed('amp.valid', `The validator did not finish within ${limits.ampCheckMs} ms.`, fix)]
  const errors = findings.filter(({ severity }) => severity === 'error')
  const [worst] = errors.length > 0 ? errors : findings
  if (worst === undefined) return [size, passed('amp.valid', 'The AMP part is valid AMP4EMAIL.')]
  const more = (errors.length > 0 ? errors : findings).length - 1
  const message = `${worst.message}${more > 0 ? ` And ${more} more.` : ''}`
  return [size, errors.length > 0 ? failed('amp.valid', message, fix) : warned('amp.valid', message, fix)]
}

async function requestWebsite({ send }: CheckDeps, domain: string): Promise<Check> {
  try {
    const { status } = await send({
      method: 'GET',
      url: `https://${registrableDomain(domain)}/`,
      timeoutMs: limits.ampEndpointMs,
      maxBodyBytes: limits.ampEndpointBytes,
      onTooLarge: 'cut',
      redirects: 5,
    })
    return evaluateWebsite(domain, status)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return evaluateWebsite(domain, error.kind === 'aborted' ? undefined : error.message)
  }
}
