import { fail } from '../../kernel/errors/index.ts'
import { isId } from '../../kernel/ids/index.ts'
import { recordAct } from '../../platform/audit/index.ts'
import type { StreamedEvent } from '../../platform/http/index.ts'
import { type Caller, hasScope } from '../../platform/identity/index.ts'
import { type JobKind, type JobSnapshot, cancelJob, findJob, watchJob } from '../../platform/jobs/index.ts'
import type { Db, Store } from '../../platform/storage/index.ts'
import type { Job } from './contract.ts'
import { presentJob } from './present.ts'

export interface JobDeps {
  store: Store
  /** All job kinds; those without a scope are for operators only. */
  kinds: readonly JobKind<never>[]
}

/**
 * A caller sees jobs of its project whose kind requires a scope that its key has, and whose payload it may read;
 * JOB_NOT_FOUND for all others.
 */
export function createProjectJobs({ store, kinds }: JobDeps) {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]))

  const present = (job: JobSnapshot) => presentJob(job, byName.get(job.kind))

  async function find(db: Db, caller: Caller, id: string): Promise<JobSnapshot> {
    const job = isId('job', id) ? await findJob(db, id) : undefined
    if (job === undefined || job.projectId !== caller.projectId) return fail('JOB_NOT_FOUND')
    const kind = byName.get(job.kind)
    if (kind?.scope === undefined || !hasScope(caller, kind.scope)) return fail('JOB_NOT_FOUND')
    const isVisible = (await kind.mayRead?.(db, caller, job.payload as never)) ?? true
    return isVisible ? job : fail('JOB_NOT_FOUND')
  }

  return {
    async get(caller: Caller, id: string): Promise<Job> {
      return present(await find(store.read, caller, id))
    },

    /** Idempotent. JOB_FINISHED for a job that has finished otherwise. */
    cancel(caller: Caller, id: string): Promise<Job> {
      return store.tx(async (db) => {
        const { kind } = await find(db, caller, id)
        const isCancelled = await cancelJob(db, id, kinds)
        const job = await find(db, caller, id)
        if (!isCancelled && job.state !== 'cancelled') fail('JOB_FINISHED')
        if (isCancelled) await recordAct(db, caller, ['job.cancelled', id], { kind })
        return present(job)
      })
    },

    /** Job events: the current state at once, then every change; the last event is named after the final status. */
    async watch(caller: Caller, id: string): Promise<(signal: AbortSignal) => AsyncIterable<StreamedEvent>> {
      await find(store.read, caller, id)
      return (signal) => eventsOf(watchJob(store, id, signal), present)
    },
  }
}

async function* eventsOf(
  snapshots: AsyncIterable<JobSnapshot>,
  present: (job: JobSnapshot) => Job,
): AsyncGenerator<StreamedEvent> {
  let count = 0
  for await (const snapshot of snapshots) {
    const data = present(snapshot)
    count++
    yield { event: data.finished_at === null ? 'progress' : data.status, id: String(count), data }
    // Streams named the event after the earlier status; clients that wait for it still end.
    if (data.status === 'completed') yield { event: 'done', id: String(count), data }
  }
}
