import { limits } from '../../../kernel/limits.ts'
import { emit } from '../../../platform/events/index.ts'
import type { ImapSession } from '../../../platform/imap/index.ts'
import { type Db, statementwise, underLocks } from '../../../platform/storage/index.ts'
import { type IntakeDeps, type IntakeResult, ingestFile } from '../reports/index.ts'
import { type ConnectDeps, type MailboxProblem, connectMailbox, problemOf } from './connect.ts'
import { type MailboxRow, insertRun, lockMailbox, updateMailbox } from './store.ts'

export type PollDeps = ConnectDeps & IntakeDeps

/** Failures of the connection in a row before an event is sent; others are reported at once. */
const toleratedFailures = 3

interface Tally {
  messages: number
  accepted: number
  duplicates: number
  rejected: number
}

/**
 * Reads the messages after the last one: stores the reports of each, then moves or marks it, then notes its UID. What was
 * stored before a failure is a duplicate at the next run. True if messages are left.
 */
export async function pollMailbox(deps: PollDeps, row: MailboxRow, signal: AbortSignal): Promise<boolean> {
  const startedAt = deps.store.read.nowMs()
  const tally: Tally = { messages: 0, accepted: 0, duplicates: 0, rejected: 0 }
  let problem: MailboxProblem | undefined
  let isLeft = false
  let session: ImapSession | undefined
  try {
    session = await connectMailbox(deps, row, signal)
    isLeft = await readMessages(deps, { row, session, signal, tally })
  } catch (error) {
    // The service stops, which closes the connection: another process continues.
    if (signal.aborted) isLeft = true
    else {
      problem = problemOf(error, row)
      if (problem === undefined) {
        await endRun(deps, row, { startedAt, tally, problem: ofStorage(error), isLeft: false })
        throw error
      }
    }
  } finally {
    await session?.close()
  }
  await endRun(deps, row, { startedAt, tally, problem, isLeft })
  return isLeft
}

function ofStorage(error: unknown): MailboxProblem {
  const reason = error instanceof Error ? error.message.slice(0, 200) : 'unknown'
  return { problem: 'storage', message: `The reports could not be stored: ${reason}`, isPermanent: false }
}

async function readMessages(
  deps: PollDeps,
  { row, session, signal, tally }: { row: MailboxRow; session: ImapSession; signal: AbortSignal; tally: Tally },
): Promise<boolean> {
  const isSame = session.uidValidity === row.uidValidity
  const uids = await session.list(isSame ? row.lastUid : 0)
  const due = uids.slice(0, limits.mailboxMessages)
  let attempts = isSame ? row.attempts : 0
  for (const uid of due) {
    if (signal.aborted) return true
    const note = (change: { lastUid?: number; attempts: number }) =>
      deps.store.tx(
        (db) => updateMailbox(db, row.projectId, row.id, { uidValidity: session.uidValidity, ...change }),
        statementwise,
      )
    // Counted before the attempt, so that a message that ends the process is rejected in the end. Failures that are caught
    // do not count: the message stays until they are over.
    if (attempts < limits.mailboxAttempts) await note({ attempts: attempts + 1 })
    const outcome =
      attempts < limits.mailboxAttempts
        ? await storeMessage(deps, { row, session, uid, tally }).catch(async (error: unknown) => {
            await note({ attempts })
            throw error
          })
        : 'rejected'
    if (outcome !== 'gone') {
      await fileMessage(session, row, { uid, outcome })
      tally.messages++
    }
    attempts = 0
    await note({ lastUid: uid, attempts })
  }
  return uids.length > due.length
}

async function fileMessage(
  session: ImapSession,
  { after, processedFolder, rejectedFolder }: MailboxRow,
  { outcome, uid }: { outcome: 'stored' | 'rejected'; uid: number },
): Promise<void> {
  if (after === 'move') await session.move(uid, outcome === 'stored' ? processedFolder : rejectedFolder)
  else await session.markRead(uid)
}

/** `stored`: a report of the message is stored, or was already. `gone`: another client has moved the message. */
async function storeMessage(
  deps: PollDeps,
  { row, session, tally, uid }: { row: MailboxRow; session: ImapSession; uid: number; tally: Tally },
): Promise<'stored' | 'rejected' | 'gone'> {
  const bytes = await session.read(uid)
  if (bytes === undefined) return 'gone'
  if (bytes === 'too_large') {
    tally.rejected++
    return 'rejected'
  }
  const results = await ingestFile(
    deps,
    {
      projectId: row.projectId,
      via: 'imap',
      work: { partition: { kind: 'background', projectId: row.projectId } },
    },
    { bytes },
  )
  for (const { status } of results) tally[counterOf(status)]++
  return results.some(({ status }) => status !== 'rejected') ? 'stored' : 'rejected'
}

function counterOf(status: IntakeResult['status']): 'accepted' | 'duplicates' | 'rejected' {
  if (status === 'duplicate') return 'duplicates'
  return status === 'rejected' ? 'rejected' : 'accepted'
}

async function endRun(
  { store }: PollDeps,
  row: MailboxRow,
  {
    isLeft,
    problem,
    startedAt,
    tally,
  }: { startedAt: number; tally: Tally; problem: MailboxProblem | undefined; isLeft: boolean },
): Promise<void> {
  await store.tx(async (db) => {
    const mailbox = await lockMailbox(db, row.projectId, row.id)
    if (mailbox === undefined) return
    const now = db.nowMs()
    const failures = problem === undefined ? 0 : mailbox.failures + 1
    const state = problem === undefined ? 'ok' : isReported(problem, failures) ? 'failing' : mailbox.state
    await updateMailbox(db, row.projectId, row.id, {
      state,
      problem: problem?.problem ?? null,
      error: problem?.message ?? null,
      failures,
      messages: mailbox.messages + tally.messages,
      reports: mailbox.reports + tally.accepted,
      lastRunAt: now,
      ...(problem === undefined ? { lastSuccessAt: now } : {}),
      dueAt: isLeft ? now : now + pauseOf(mailbox, problem, failures),
    })
    const noted = { problem: problem?.problem ?? null, error: problem?.message ?? null }
    await insertRun(db, { mailboxId: row.id, startedAt, endedAt: now, ...tally, ...noted }, limits.mailboxRuns)
    await emitChange(db, mailbox, state, problem)
  }, underLocks)
}

function isReported({ isPermanent }: MailboxProblem, failures: number): boolean {
  return isPermanent || failures >= toleratedFailures
}

async function emitChange(
  db: Db,
  { host, id, name, projectId, state: before }: MailboxRow,
  state: MailboxRow['state'],
  problem: MailboxProblem | undefined,
): Promise<void> {
  const data = { mailbox_id: id, name, host }
  if (state === 'failing' && before !== 'failing' && problem !== undefined)
    await emit(db, 'dmarc.mailbox.failed', {
      projectId,
      data: { ...data, problem: problem.problem, message: problem.message },
    })
  if (state === 'ok' && before === 'failing') await emit(db, 'dmarc.mailbox.recovered', { projectId, data })
}

const minuteMs = 60_000

// Servers lock accounts after repeated refusals.
function pauseOf({ intervalMinutes }: MailboxRow, problem: MailboxProblem | undefined, failures: number): number {
  if (problem === undefined) return intervalMinutes * minuteMs
  if (problem.isPermanent) return Math.max(intervalMinutes, limits.mailboxRetryMinutes) * minuteMs
  const minutes = Math.min(limits.mailboxRetryMinutes, intervalMinutes * 2 ** Math.min(failures, 6))
  return Math.max(intervalMinutes, minutes) * minuteMs
}
