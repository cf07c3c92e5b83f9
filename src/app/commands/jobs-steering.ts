import { fail } from '../../kernel/errors/index.ts'
import { type JobSnapshot, cancelJob, redriveDead, retryJob } from '../../platform/jobs/index.ts'
import type { Db, Store } from '../../platform/storage/index.ts'
import { type Command, exit } from './command.ts'
import { readJob } from './jobs.ts'
import { cancelableKinds } from '../work.ts'
import { withStore } from './with-store.ts'

/** Runs a dead, canceled or scheduled job now. */
export const retryJobCommand: Command = {
  settings: true,
  operands: ['JOB_ID'],
  details: [
    'A dead job has all its attempts before it again; the others go on with the attempts that they have left, so that a',
    'delivery that is run now keeps its schedule. A running server starts it within a second.',
  ].join('\n'),
  run: async ({ config, operands, terminal }) => {
    const job = await withStore(config(), (store) =>
      steer(store, operands[0] ?? '', retryJob, ({ id, state }) =>
        ['dead', 'cancelled', 'scheduled'].includes(state)
          ? `Another job with the dedupe key of ${id} waits or runs; this one would do its work twice.`
          : `Job ${id} is ${state}; there is nothing to retry.`,
      ),
    )
    terminal.out(`${job.id} (${job.kind}) is ready`)
    return exit.ok
  },
}

/** Reruns all dead jobs of a kind. */
export const redriveJobsCommand: Command = {
  settings: true,
  operands: ['KIND'],
  details: 'Use it after the cause is fixed. svc jobs list --state dead lists them.',
  run: async ({ config, operands, terminal }) => {
    const [kind = ''] = operands
    const count = await withStore(config(), (store) => redriveDead(store, kind))
    terminal.out(count === 1 ? `1 job of ${kind} is ready` : `${count} jobs of ${kind} are ready`)
    return exit.ok
  },
}

export const cancelJobCommand: Command = {
  settings: true,
  operands: ['JOB_ID'],
  details: 'A running job is notified within 10 seconds, and its result is discarded.',
  run: async ({ config, operands, terminal }) => {
    const job = await withStore(config(), (store) =>
      steer(
        store,
        operands[0] ?? '',
        (db, id) => cancelJob(db, id, cancelableKinds),
        ({ id, state }) => `Job ${id} is ${state}; it has finished.`,
      ),
    )
    terminal.out(`${job.id} (${job.kind}) is canceled`)
    return exit.ok
  },
}

/** Applies the action; fails with JOB_NOT_FOUND, or with the reason why it is impossible. */
async function steer(
  store: Store,
  id: string,
  change: (db: Db, id: string) => Promise<boolean>,
  reason: (job: JobSnapshot) => string,
): Promise<JobSnapshot> {
  const isDone = await store.tx((db) => change(db, id))
  const job = await readJob(store, id)
  return isDone ? job : fail('JOB_FINISHED', reason(job))
}
