import type { Address } from '../../../engines/address/index.ts'
import { type Pattern, type PersonName, patternOf } from '../../../engines/finder/index.ts'
import { judge } from '../../../engines/verdict/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { type Findings, evidenceOf } from '../verifier/index.ts'
import { addPattern } from './store.ts'

/**
 * Learns from a verification how the domain makes addresses, where the address is a person's at a domain of its own, and the
 * mail server told mailboxes apart. What the project knew of the address before is not counted again.
 */
export async function learnFromVerification(
  db: Db,
  projectId: string,
  { address, findings, owner }: { address: Address; findings: Findings; owner?: PersonName | undefined },
): Promise<void> {
  const { misc, missingDaysAgo, verifiedDaysAgo } = findings
  if (misc.disposable || misc.free || misc.relay || misc.role || verifiedDaysAgo !== undefined) return
  const { reachable, subStatus } = judge(evidenceOf(findings))
  const isMissing = subStatus === 'not_found' && missingDaysAgo === undefined
  if (reachable !== 'safe' && !isMissing) return
  const pattern = patternOf(address.local, owner)
  if (pattern === undefined) return
  const found = isMissing ? { failed: [pattern] } : { verified: pattern }
  await learnPatterns(db, { projectId, domain: address.domain }, { ...found, at: findings.verifiedAt })
}

/** Counts one address of a pattern that exists, and patterns by which the same person has none. */
export async function learnPatterns(
  db: Db,
  where: { projectId: string; domain: string },
  { at, failed = [], verified }: { at: number; verified?: Pattern; failed?: readonly Pattern[] },
): Promise<void> {
  const counted = new Map<Pattern, { verified: number; failed: number }>()
  for (const pattern of failed) counted.set(pattern, { verified: 0, failed: 1 })
  if (verified !== undefined) counted.set(verified, { verified: 1, failed: 0 })
  // In one order, so that two transactions never wait for each other's rows.
  const ordered = [...counted].toSorted(([one], [other]) => (one < other ? -1 : 1))
  for (const [pattern, counts] of ordered) await addPattern(db, { ...where, pattern, ...counts, lastSeenAt: at })
}
