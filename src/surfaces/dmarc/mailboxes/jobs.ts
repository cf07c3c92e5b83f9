import { type AnyHandler, type JobHandler, type Schedule, defineJob, enqueue } from '../../../platform/jobs/index.ts'
import { type Db, underLocks } from '../../../platform/storage/index.ts'
import { type PollDeps, pollMailbox } from './poll.ts'
import { type MailboxRow, selectDue, selectMailbox } from './store.ts'

interface MailboxRef {
  projectId: string
  mailboxId: string
}

/** One run of a mailbox. Its lease and its key keep replicas from reading a mailbox at the same time. */
const poll = defineJob<MailboxRef>({
  name: 'dmarc.poll_mailbox',
  // The mailbox itself is due again later.
  maxAttempts: 1,
  retryDelaysMs: [],
  jitter: 0,
  priority: 50,
  keepMs: 60 * 60 * 1000,
})

const pollDue = defineJob<object>({
  name: 'dmarc.poll_mailboxes',
  maxAttempts: 3,
  retryDelaysMs: [10_000],
  jitter: 0.2,
  priority: 50,
  keepMs: 60 * 60 * 1000,
})

const dueAtOnce = 500

/** Runs the mailbox soon; no second run while one is queued or running. Must run in a transaction. */
export async function enqueuePoll(db: Db, { id, projectId }: Pick<MailboxRow, 'id' | 'projectId'>): Promise<void> {
  await enqueue(db, poll, { payload: { projectId, mailboxId: id }, projectId, dedupeKey: id })
}

/** Handlers and schedules of mailboxes. */
export function mailboxJobs(deps: PollDeps): { handlers: AnyHandler[]; schedules: Schedule[] } {
  const polling: JobHandler<MailboxRef> = {
    kind: poll,
    concurrency: 4,
    partitionConcurrency: 2,
    async run({ payload }, { signal }) {
      const row = await selectMailbox(deps.store.read, payload.projectId, payload.mailboxId)
      if (row === undefined || !row.isEnabled) return { done: undefined }
      return (await pollMailbox(deps, row, signal)) ? { snooze: 1 } : { done: undefined }
    },
  }
  const finding: JobHandler<object, { due: number }> = {
    kind: pollDue,
    concurrency: 1,
    async run(_, { nowMs }) {
      const due = await selectDue(deps.store.read, nowMs(), dueAtOnce)
      for (const row of due) await deps.store.tx((db) => enqueuePoll(db, row), underLocks)
      return { done: { due: due.length } }
    },
  }
  return {
    handlers: [polling, finding],
    schedules: [{ name: pollDue.name, cron: '* * * * *', kind: pollDue, payload: {}, catchUp: 'once' }],
  }
}
