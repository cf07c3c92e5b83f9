import { evaluate } from '../../../../deliverability/verdict/index.ts'
import { answersFor } from '../../metered/index.ts'
import type { AddressHash } from '../../cache/index.ts'
import { decidedFindings, withDelivery } from '../../decisions/index.ts'
import { type Findings, type Verifier, evidenceOf, isInSandbox, sandboxFindings } from '../../verifier/index.ts'
import type { BatchRow } from '../store.ts'
import type { Loaded } from './load.ts'
import type { BatchResult } from './record.ts'

export interface VerifyRowDeps {
  /** A verifier whose probes have a lower priority than interactive requests. */
  readonly batchVerifier: Verifier
  readonly hashOf: AddressHash
}

/** Delays after a DNS failure, by previous attempts, milliseconds. After the last one the result is `unknown`. */
const dnsPauses = [60_000, 300_000] as const

/** Uses cached findings, otherwise queries lists, DNS and the mail server. */
export async function verifyRow(
  { batchVerifier, hashOf }: VerifyRowDeps,
  { batch, loaded, nowMs, signal }: { batch: BatchRow; loaded: Loaded; nowMs: () => number; signal: AbortSignal },
): Promise<BatchResult> {
  const { address, cached, own, row } = loaded
  const decided = await decidedFindings(batchVerifier, address, own)
  if (decided !== undefined) return { ...loaded, findings: decided, isCached: false, isMore: false, isFree: true }
  if (isInSandbox(address))
    return { ...loaded, findings: sandboxFindings(address), isCached: false, isMore: false, isFree: true }
  const depth = {
    skipsSmtp: batch.skipsSmtp,
    includesDomain: batch.includesDomain,
    includesGravatar: batch.includesGravatar,
  }
  const spelling = hashOf(batch.projectId, { normalized: address.ascii })
  const { findings: known, missingDaysAgo, verifiedDaysAgo } = cached
  if (known !== undefined && answersFor(known, { depth, spelling })) {
    const findings = await batchVerifier.complete(address, known, depth)
    return { ...loaded, findings, isCached: true, isMore: findings.steps.length > known.steps.length }
  }
  const findings: Findings = {
    ...(await batchVerifier.verify(address, depth, signal, { triesBefore: row.tries, project: batch.projectId })),
    spelling,
    ...(verifiedDaysAgo === undefined ? {} : { verifiedDaysAgo }),
    ...(missingDaysAgo === undefined ? {} : { missingDaysAgo }),
  }
  const retryAfterMs = pauseFor(withDelivery(findings, own.feedback), row.tries)
  const retryAtMs = retryAfterMs === undefined ? undefined : nowMs() + retryAfterMs
  const isLate = retryAtMs === undefined || retryAtMs > batch.createdAt + (batch.maxWaitMs ?? Infinity)
  return { ...loaded, findings, isCached: false, isMore: true, ...(isLate ? {} : { retryAtMs }) }
}

/**
 * Delay before the next attempt of a temporary result, milliseconds; undefined if the result is final. For greylisting and
 * deferrals, probing computes the delay and ends the retries.
 */
function pauseFor(findings: Findings, tries: number): number | undefined {
  const { subStatus } = evaluate(evidenceOf(findings))
  if (subStatus === 'dns_servfail' || subStatus === 'dns_timeout') return dnsPauses[tries]
  return subStatus === 'greylisted' || subStatus === 'deferred' ? findings.smtp?.retryAfterMs : undefined
}
