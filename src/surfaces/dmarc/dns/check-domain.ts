import { limits } from '../../../kernel/limits.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { underLocks } from '../../../platform/storage/index.ts'
import { type MeasureDeps, measure } from '../../verification/index.ts'
import {
  type DomainRow,
  type ReportAddresses,
  type Verification,
  lockDomain,
  reportingAddress,
  updateDomain,
} from '../domains/index.ts'
import { followKeys } from './follow-keys.ts'
import { type RecordKind, noteRecords, recordsOf } from './history.ts'
import { resolverOf, verifyDomain } from './verify.ts'

export interface CheckDeps extends MeasureDeps {
  readonly store: Store
  readonly addresses: ReportAddresses
}

const hourMs = 3_600_000
const otherKinds = ['spf', 'mta_sts', 'tls_rpt', 'bimi'] as const satisfies readonly RecordKind[]

/** States of a verification in which reports arrive. */
const arriving: readonly Verification['state'][] = ['verified', 'weaker_policy']

/**
 * Checks what a domain publishes, stores the result and the records that changed, and returns the domain. A check whose
 * queries failed changes neither status nor history. Undefined if the domain was removed meanwhile.
 */
export async function checkDomain(deps: CheckDeps, row: DomainRow): Promise<DomainRow | undefined> {
  const { addresses, store } = deps
  const nowMs = store.read.nowMs()
  const address = reportingAddress(addresses, row.token)
  const resolve = resolverOf(deps.dns)
  const [{ check, verification }, others, keys] = await Promise.all([
    verifyDomain(row, { address, nowMs, resolve }),
    measure(deps, row.domain).make(otherKinds, []),
    followKeys(store.read, row, resolve),
  ])
  const seen = [...recordsOf({ dmarc: check, ...(others as Parameters<typeof recordsOf>[0]) }), ...keys]
  return store.tx(async (db) => {
    const now = await lockDomain(db, row.projectId, row.id)
    if (now === undefined) return undefined
    await noteRecords(db, row.no, seen)
    const isVerified = verification.state === 'verified'
    const status =
      verification.state === 'unmeasured'
        ? now.status
        : isVerified
          ? 'verified'
          : now.verifiedAt === null
            ? 'pending'
            : 'failing'
    const change = {
      status,
      // An outage of DNS does not replace what is known.
      verification: verification.state === 'unmeasured' && now.verification !== null ? now.verification : verification,
      verifiedAt: isVerified ? (now.verifiedAt ?? nowMs) : now.verifiedAt,
      checkedAt: nowMs,
      factsRevision: now.factsRevision + 1,
      dueAt: nextCheck(verification.state, nowMs),
    } as const
    await updateDomain(db, row.projectId, row.id, change)
    return { ...now, ...change, verification }
  }, underLocks)
}

// Domains that are being set up are checked again soon.
function nextCheck(state: Verification['state'], nowMs: number): number {
  return nowMs + (arriving.includes(state) ? limits.dmarcCheckHours : 2) * hourMs
}
