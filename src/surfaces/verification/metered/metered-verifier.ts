import type { Address } from '../../../deliverability/address/index.ts'
import type { PersonName } from '../../../deliverability/finder/index.ts'
import { evaluate } from '../../../deliverability/verdict/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Metrics } from '../../../platform/metrics/index.ts'
import { type Store, statementwise, underLocks } from '../../../platform/storage/index.ts'
import { balanceOf, reserve, reserving, settle, settling } from '../credits/index.ts'
import { type AddressHash, type Cached, recall, cache } from '../cache/index.ts'
import { withDelivery } from '../decisions/index.ts'
import type { FeedbackState } from '../feedback/index.ts'
import { learnFromVerifications } from '../patterns/index.ts'
import {
  type Depth,
  type Findings,
  type Verifier,
  evidenceOf,
  isInSandbox,
  sandboxFindings,
} from '../verifier/index.ts'

export interface MeteredVerifierDeps {
  readonly store: Store
  readonly verifier: Verifier
  readonly hashOf: AddressHash
  readonly metrics: Metrics
}

export interface MeteredVerification {
  readonly findings: Findings
  readonly isCached: boolean
  readonly creditsUsed: number
  /** Credits left of the company; null without a limit. */
  readonly remaining: number | null
}

export interface MeteredOptions {
  readonly depth: Depth
  readonly operation: string
  /** The person whose address it is, if known; the pattern of the domain is learned from it. */
  readonly owner?: PersonName | undefined
  /** What the project reported about mail to it. */
  readonly feedback?: FeedbackState | undefined
}

export interface MeteredVerifier {
  /**
   * Verifies an address for one credit, booked under the operation. Fails with INSUFFICIENT_CREDITS before the first query.
   * Results of the last 24 hours, unknown ones and the sandbox are free; simultaneous requests for one address share one verification.
   */
  verify(caller: Caller, address: Address, options: MeteredOptions): Promise<MeteredVerification>
}

interface Job extends MeteredOptions {
  readonly address: Address
  readonly hash: string
  /** Hash of this spelling of the address. */
  readonly spelling: string
  readonly cached: Cached
}

export function createMeteredVerifier({ hashOf, metrics, store, verifier }: MeteredVerifierDeps): MeteredVerifier {
  const running = new Map<string, Promise<MeteredVerification>>()

  async function pay(caller: Caller, job: Job): Promise<MeteredVerification> {
    const { address, cached, depth, feedback, hash, operation, owner, spelling } = job
    const { deferrals: triesBefore, missingDaysAgo, verifiedDaysAgo } = cached
    // The settlement makes the reservation durable; a power failure before that also loses the request.
    const hold = await store.tx((db) => reserve(db, caller, { operation, credits: 1 }), reserving)
    const signal = AbortSignal.timeout(limits.verifySeconds * 1000)
    try {
      const verified = await verifier.verify(address, depth, signal, { triesBefore, project: caller.projectId })
      const findings: Findings = {
        ...verified,
        spelling,
        ...(verifiedDaysAgo === undefined ? {} : { verifiedDaysAgo }),
        ...(missingDaysAgo === undefined ? {} : { missingDaysAgo }),
      }
      const { isCharged, subStatus } = evaluate(evidenceOf(withDelivery(findings, feedback)))
      const creditsUsed = isCharged ? hold.credits : 0
      const ended = await store.tx(async (db) => {
        await cache(db, { projectId: caller.projectId, hash, findings })
        await learnFromVerifications(db, caller.projectId, [{ address, findings, owner }])
        return settle(db, hold.id, { charged: creditsUsed })
      }, underLocks)
      countVerification(metrics, subStatus)
      return { findings, isCached: false, creditsUsed, remaining: ended?.remaining ?? hold.remaining }
    } catch (error) {
      await store.tx((db) => settle(db, hold.id, { charged: 0 }), settling)
      throw error
    }
  }

  async function repeat(
    caller: Caller,
    { address, depth, hash }: Omit<Job, 'cached'>,
    known: Findings,
  ): Promise<MeteredVerification> {
    const findings = await verifier.complete(address, known, depth)
    if (findings.steps.length > known.steps.length)
      await store.tx((db) => cache(db, { projectId: caller.projectId, hash, findings }), statementwise)
    countVerification(metrics, 'cached')
    const { remaining } = await balanceOf(store.read, caller.companyId)
    return { findings, isCached: true, creditsUsed: 0, remaining }
  }

  async function recallOrPay(caller: Caller, asked: Omit<Job, 'cached'>): Promise<MeteredVerification> {
    const cached = await recall(store.read, caller.projectId, asked.hash, store.read.nowMs())
    const job: Job = { ...asked, cached }
    const known = cached.findings
    return known !== undefined && answersFor(known, asked) ? repeat(caller, job, known) : pay(caller, job)
  }

  return {
    async verify(caller, address, options) {
      if (isInSandbox(address)) {
        const { remaining } = await balanceOf(store.read, caller.companyId)
        return { findings: sandboxFindings(address), isCached: false, creditsUsed: 0, remaining }
      }
      const hash = hashOf(caller.projectId, address)
      const spelling = hashOf(caller.projectId, { normalized: address.ascii })
      const asked = { ...options, address, hash, spelling }
      const key = `${spelling} ${options.depth.skipsSmtp}`
      const shared = running.get(key)
      if (shared !== undefined) return repeat(caller, asked, (await shared).findings)
      // Registered before the cache is read: a caller that read it before the first call ended would pay again.
      const first = recallOrPay(caller, asked)
      running.set(key, first)
      try {
        return await first
      } finally {
        running.delete(key)
      }
    },
  }
}

/** True if cached findings are valid for this spelling and contain everything that `depth` requires. */
export function answersFor(known: Findings, { depth, spelling }: { depth: Depth; spelling: string }): boolean {
  return isDeepEnough(known, depth) && holdsFor(known, spelling)
}

// Without mail hosts there is no server to probe.
function isDeepEnough({ mx, smtp }: Findings, { skipsSmtp }: Depth): boolean {
  return skipsSmtp || smtp !== undefined || !(mx.outcome === 'found' || mx.outcome === 'implicit')
}

// RFC 5321 2.4: local parts may be case-sensitive. One refused spelling proves nothing about another.
function holdsFor(findings: Findings, spelling: string): boolean {
  const { smtp } = findings
  return findings.spelling === spelling || smtp === undefined || evaluate(evidenceOf(findings)).reachable !== 'invalid'
}

function countVerification(metrics: Metrics, outcome: string): void {
  metrics.counter('svc_verifications_total', 'Single verifications by verdict.', { outcome }).add()
}
