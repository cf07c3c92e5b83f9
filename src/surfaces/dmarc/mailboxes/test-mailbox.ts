import type { MailboxTest } from './contract.ts'
import { type ConnectDeps, connectMailbox, problemOf } from './connect.ts'
import type { MailboxRow } from './store.ts'

/** Signs in, opens the folder and counts the messages that a run would read. Changes nothing in the mailbox. */
export async function testMailbox(deps: ConnectDeps, row: MailboxRow, signal: AbortSignal): Promise<MailboxTest> {
  try {
    const session = await connectMailbox(deps, row, signal)
    try {
      const uids = await session.list(session.uidValidity === row.uidValidity ? row.lastUid : 0)
      return { ok: true, problem: null, message: `The folder ${row.folder} can be read.`, waiting: uids.length }
    } finally {
      await session.close()
    }
  } catch (error) {
    const problem = problemOf(error, row)
    if (problem === undefined) throw error
    return { ok: false, problem: problem.problem, message: problem.message, waiting: null }
  }
}
