import {
  type Address,
  type AddressLists,
  isGibberish,
  isTopLevel,
  isTrapName,
  suggestDomain,
} from '../../../deliverability/address/index.ts'
import { type MxFinding, type ResolveMx, findMx } from '../../../deliverability/mx/index.ts'
import type { MailboxProbe } from '../../../deliverability/smtp/index.ts'
import type { DnsClient } from '../../../platform/net/index.ts'
import type { DomainSources } from '../domain-sources/index.ts'
import type { ProbeOptions } from '../probing/index.ts'
import type { BlockLists } from './block-lists.ts'
import { describeDomain, isDomainParked, parkedStep } from './domain.ts'
import type { Findings, SmtpFinding, Step } from './findings.ts'
import { describeLists, describeMx } from './steps.ts'

export interface VerifierDeps {
  readonly dns: Pick<DnsClient, 'query'>
  /** True if connections to mail servers at this IP address are allowed. */
  mayDial(address: string): boolean
  /** Probes the mail servers of a domain for an address. Never rejects. */
  probe(
    address: Address,
    mx: Pick<MxFinding, 'hosts' | 'provider'>,
    options: { signal: AbortSignal } & Pick<ProbeOptions, 'triesBefore' | 'project' | 'harvest'>,
  ): Promise<MailboxProbe>
  /** The current lists; loaded at the first call. */
  lists(): Promise<AddressLists>
  /** Block lists queried for domains. */
  readonly blockLists: BlockLists
  /** RDAP data of the registrable domain. Never rejects. */
  readonly registration: DomainSources['registration']
  /** True if the address has an avatar; undefined without a Gravatar server. */
  readonly hasGravatar?: (address: Address) => Promise<boolean | undefined>
}

export interface Depth {
  /** No mail server is probed. */
  readonly skipsSmtp: boolean
  readonly includesDomain: boolean
  readonly includesGravatar: boolean
}

export interface KnownEvidence {
  readonly said?: MailboxProbe
  /** Consecutive deferrals by its mail server. */
  readonly triesBefore?: number
  /** Id of the project that verifies. */
  readonly project?: string
}

export interface Verifier {
  /**
   * Collects the evidence; `signal` ends running queries, which then count as timed out. No mail server is probed if its
   * reply is given (`said`).
   */
  verify(address: Address, depth: Depth, signal: AbortSignal, known?: KnownEvidence): Promise<Findings>
  /** Adds evidence that an earlier verification did not collect. */
  complete(address: Address, findings: Findings, depth: Depth): Promise<Findings>
  /** The current lists. */
  lists(): Promise<AddressLists>
  /** MX of a domain, given in A-labels. */
  findMail(domain: string): Promise<MxFinding>
  /** Probes the mail servers of a domain for an address. Never rejects. */
  readonly probe: VerifierDeps['probe']
}

export function createVerifier(parts: VerifierDeps): Verifier {
  const { dns, mayDial, probe } = parts
  // Record types differ in the shape of their records, not in the query.
  const resolve = ((name: string, type: 'MX' | 'A' | 'AAAA') => dns.query(name, type)) as ResolveMx

  const findMail = (domain: string) => findMx(domain, { resolve, mayDial, isTopLevel, random: Math.random })

  async function verify(
    address: Address,
    depth: Depth,
    signal: AbortSignal,
    { project, said, triesBefore = 0 }: KnownEvidence = {},
  ): Promise<Findings> {
    const started = performance.now()
    const [mx, lists] = await Promise.all([timed(() => findMail(address.domain)), parts.lists()])
    const finding = mx.value
    const acceptsMail = finding.hosts.length > 0
    const suggestedDomain = suggestDomain(address.domain, { acceptsMail, isKnown: lists.isFree })
    const misc = describeMisc(address, lists, finding.provider?.category === 'disposable')
    const steps: Step[] = [
      { check: 'syntax', status: 'pass', detail: 'The syntax is valid.' },
      ...describeLists({ misc, suggestedDomain, oddity: address.oddity }),
      ...describeMx(finding, mx.ms),
    ]
    const requests = acceptsMail && !depth.skipsSmtp
    const smtp = requests
      ? (said ??
        (await probe(address, finding, {
          signal,
          triesBefore,
          ...(project === undefined ? {} : { project }),
          harvest: { isPublicDomain: misc.free, isRole: misc.role },
        })))
      : undefined
    if (depth.skipsSmtp && acceptsMail)
      steps.push({ check: 'smtp', status: 'skip', detail: 'SMTP check skipped on request.' })
    // Parked domains have no MX, or accept every recipient.
    const mayBeParked = finding.outcome === 'implicit' || smtp?.catchAll === true
    const isParked = mayBeParked ? await isDomainParked(dns, address.domain, lists) : null
    const findings: Findings = {
      mx: {
        outcome: finding.outcome,
        records: finding.records,
        ...(finding.provider && { provider: briefly(finding) }),
      },
      ...(smtp === undefined ? {} : { smtp: briefSmtp(smtp) }),
      misc,
      ...(suggestedDomain === undefined ? {} : { suggestedDomain }),
      ...(isParked === null ? {} : { isParked }),
      steps: [...steps, ...(smtp?.evidence ?? []), ...parkedStep(isParked)],
      durationMs: 0,
      verifiedAt: Date.now(),
    }
    return { ...(await complete(address, findings, depth)), durationMs: Math.round(performance.now() - started) }
  }

  async function complete(address: Address, findings: Findings, depth: Depth): Promise<Findings> {
    const wantsDomain = depth.includesDomain && findings.domain === undefined
    const wantsGravatar = depth.includesGravatar && findings.misc.gravatar === undefined
    const [domain, gravatar] = await Promise.all([
      wantsDomain ? describeDomain(dns, address, { ...parts, lists: await parts.lists() }) : undefined,
      wantsGravatar ? parts.hasGravatar?.(address) : undefined,
    ])
    return {
      ...findings,
      ...(domain === undefined ? {} : { domain: domain.finding }),
      misc: { ...findings.misc, ...(gravatar === undefined ? {} : { gravatar }) },
      steps: [
        ...findings.steps,
        ...newSteps(findings, domain?.steps),
        ...(wantsGravatar ? [gravatarStep(gravatar)] : []),
      ],
    }
  }

  return { verify, complete, lists: parts.lists, findMail, probe }
}

/** Findings from the lists alone, of a verification whose verdict needs no query. */
export async function describeLocally(verifier: Pick<Verifier, 'lists'>, address: Address): Promise<Findings> {
  const misc = describeMisc(address, await verifier.lists(), false)
  return { mx: { outcome: 'no_mx', records: [] }, misc, steps: [], durationMs: 0, verifiedAt: Date.now() }
}

function describeMisc(address: Address, lists: AddressLists, isDisposableHost: boolean): Findings['misc'] {
  return {
    disposable: lists.isDisposable(address.domain, isDisposableHost),
    role: lists.isRole(address.local),
    free: lists.isFree(address.domain),
    relay: lists.isRelay(address.domain),
    gibberish: isGibberish(address.local),
    odd: address.oddity !== undefined,
    trapName: isTrapName(address.local),
  }
}

// The step may be among the earlier ones already.
function newSteps({ steps }: Findings, more: readonly Step[] = []): Step[] {
  return more.filter(({ check }) => check !== 'parked' || steps.every((step) => step.check !== 'parked'))
}

function briefly({ provider }: MxFinding) {
  const { answering, category, id, mayProbeCatchAll, name } = provider as NonNullable<MxFinding['provider']>
  return { id, name, category, answering, mayProbeCatchAll }
}

function briefSmtp({ canConnect, catchAll, code, enhancedCode, outcome, retryAfterMs }: MailboxProbe): SmtpFinding {
  return {
    outcome,
    catchAll,
    canConnect,
    ...(code === undefined ? {} : { code }),
    ...(enhancedCode === undefined ? {} : { enhancedCode }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  }
}

function gravatarStep(found: boolean | undefined): Step {
  if (found === undefined) return { check: 'gravatar', status: 'error', detail: 'Gravatar did not respond.' }
  return found
    ? { check: 'gravatar', status: 'pass', detail: 'The email address has a Gravatar image.' }
    : { check: 'gravatar', status: 'skip', detail: 'The email address has no Gravatar image; this is not evidence.' }
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const started = performance.now()
  const value = await work()
  return { value, ms: Math.round(performance.now() - started) }
}
