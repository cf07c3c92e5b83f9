import { emit } from '../../../platform/events/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import type { PreflightRow } from '../preflight/index.ts'
import { applyEvent } from './registrations.ts'
import { type SenderRow, lockSender, selectByAddress, selectRegistrations, updateSender } from './store.ts'

/** What a check or a preflight of a sender found. */
export interface SenderOutcome {
  readonly isPassed: boolean
  /** Codes of the checks that failed. */
  readonly failures: readonly string[]
  readonly by: 'check' | 'preflight'
}

/**
 * Moves the registrations of a sender by the outcome, and emits an event if an approved one drifts or recovers. Must run in a
 * transaction that has locked the sender.
 */
export async function applyOutcome(db: Db, sender: SenderRow, outcome: SenderOutcome): Promise<void> {
  const { by, failures, isPassed } = outcome
  const event = `${by}_${isPassed ? 'passed' : 'failed'}` as const
  const note = failures.length === 0 ? null : `Failed: ${failures.join(', ')}`
  const moved: string[] = []
  for (const row of await selectRegistrations(db, [sender.id])) {
    const isApproved = row.state === 'approved' || row.state === 'drifted'
    if ((await applyEvent(db, row, event, { actorName: null, note })) && isApproved) moved.push(row.provider)
  }
  if (moved.length === 0) return
  const { address, domain, id, projectId } = sender
  await emit(db, isPassed ? 'amp.sender.recovered' : 'amp.sender.drifted', {
    projectId,
    data: { sender_id: id, address, domain, providers: moved, failed_checks: [...failures] },
  })
}

/** Applies the verdict on a whole message to the sender in its From, if the project has one. */
export async function applyVerdict(db: Db, row: PreflightRow): Promise<void> {
  if (row.fromAddress === null) return
  const found = await selectByAddress(db, row.projectId, row.fromAddress)
  const sender = found && (await lockSender(db, row.projectId, found.id))
  if (sender === undefined) return
  const [stored] = row.checks as { checks: { id: string; state: string }[] }[]
  const failures = (stored?.checks ?? []).filter(({ state }) => state === 'fail').map(({ id }) => id)
  await updateSender(db, row.projectId, sender.id, { preflightId: row.id })
  await applyOutcome(db, sender, { isPassed: row.verdict === 'ready', failures, by: 'preflight' })
}
