import type { Address } from '../../../deliverability/address/index.ts'
import { type Pattern, type PersonName, patternOf } from '../../../deliverability/finder/index.ts'
import { evaluate } from '../../../deliverability/verdict/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { type Findings, evidenceOf } from '../verifier/index.ts'
import { type Counted, addPatterns } from './store.ts'

/** A verification from which a pattern can be learned. */
export interface Lesson {
  readonly address: Address
  readonly findings: Findings
  /** The person whose address it is, if known. */
  readonly owner?: PersonName | undefined
}

/**
 * Counts patterns of personal addresses at company domains whose mail server distinguishes existing mailboxes. Addresses
 * that the project has verified before are not counted again.
 */
export async function learnFromVerifications(db: Db, projectId: string, lessons: readonly Lesson[]): Promise<void> {
  await addPatterns(db, projectId, lessons.flatMap(readLesson))
}

function readLesson({ address, findings, owner }: Lesson): Counted[] {
  const { misc, missingDaysAgo, verifiedAt, verifiedDaysAgo } = findings
  if (misc.disposable || misc.free || misc.relay || misc.role || verifiedDaysAgo !== undefined) return []
  const { reachable, subStatus } = evaluate(evidenceOf(findings))
  const isMissing = subStatus === 'not_found' && missingDaysAgo === undefined
  if (reachable !== 'safe' && !isMissing) return []
  const pattern = patternOf(address.local, owner)
  if (pattern === undefined) return []
  const [verified, failed] = isMissing ? [0, 1] : [1, 0]
  return [{ domain: address.domain, pattern, verified, failed, lastSeenAt: verifiedAt }]
}

/** Counts one existing address of a pattern, and patterns by which the same person has none. */
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
