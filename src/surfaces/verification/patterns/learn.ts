import type { Address } from '../../../deliverability/address/index.ts'
import { type Pattern, type PersonName, patternOf } from '../../../deliverability/finder/index.ts'
import { judge } from '../../../deliverability/verdict/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { type Findings, evidenceOf } from '../verifier/index.ts'
import { type Counted, addPatterns } from './store.ts'

/** A verification that may teach something. */
export interface Lesson {
  readonly address: Address
  readonly findings: Findings
  /** Whose address it is, where that is known. */
  readonly owner?: PersonName | undefined
}

/**
 * Learns from verifications how domains make addresses, where an address is a person's at a domain of its own, and the mail
 * server told mailboxes apart. What the project knew of an address before is not counted again.
 */
export async function learnFromVerifications(db: Db, projectId: string, lessons: readonly Lesson[]): Promise<void> {
  await addPatterns(db, projectId, lessons.flatMap(readLesson))
}

function readLesson({ address, findings, owner }: Lesson): Counted[] {
  const { misc, missingDaysAgo, verifiedAt, verifiedDaysAgo } = findings
  if (misc.disposable || misc.free || misc.relay || misc.role || verifiedDaysAgo !== undefined) return []
  const { reachable, subStatus } = judge(evidenceOf(findings))
  const isMissing = subStatus === 'not_found' && missingDaysAgo === undefined
  if (reachable !== 'safe' && !isMissing) return []
  const pattern = patternOf(address.local, owner)
  if (pattern === undefined) return []
  const [verified, failed] = isMissing ? [0, 1] : [1, 0]
  return [{ domain: address.domain, pattern, verified, failed, lastSeenAt: verifiedAt }]
}

/** Counts one address of a pattern that exists, and patterns by which the same person has none. */
export async function learnPatterns(
  db: Db,
  { domain, projectId }: { projectId: string; domain: string },
  { at, failed = [], verified }: { at: number; verified?: Pattern; failed?: readonly Pattern[] },
): Promise<void> {
  const wrong = failed.filter((pattern) => pattern !== verified)
  await addPatterns(db, projectId, [
    ...[...new Set(wrong)].map((pattern) => ({ domain, pattern, verified: 0, failed: 1, lastSeenAt: at })),
    ...(verified === undefined ? [] : [{ domain, pattern: verified, verified: 1, failed: 0, lastSeenAt: at }]),
  ])
}
