/** Changing the instances of a module in very many templates: a job that goes on where it was, whatever ended it. */
import { firstId } from '../../../../kernel/ids/index.ts'
import { type Caller, currentCaller, hasScope } from '../../../../platform/identity/index.ts'
import { type JobHandler, type JobKind, defineJob, enqueue } from '../../../../platform/jobs/index.ts'
import { type Db, type Store, underLocks } from '../../../../platform/storage/index.ts'
import { visibleGuards } from '../../template/index.ts'
import { selectModule } from '../store.ts'
import { type Change, changeTemplates } from './change.ts'
import type { InstanceResult } from './contract.ts'
import { takeAway } from './take-away.ts'
import * as rows from './store.ts'

/** Templates changed by one transaction, so that other writers do not wait long. */
const batch = 20
/** Results that a job tells; of the others only their number. */
const maxResults = 200
/** How long one that was canceled or failed may be taken up again: longer than its job is kept. */
const cachedMs = 60 * 24 * 60 * 60 * 1000

/** What a job does, and for whom: permissions and locks are those of its caller at the time of each change. */
export interface Run {
  caller: Caller
  change: Change
  /** Only these. */
  templateIds?: string[]
  /** The module goes when no instance is left. */
  deletes?: boolean
}

const changeModuleInstances: JobKind<Run> = defineJob<Run>({
  name: 'modules.change_instances',
  maxAttempts: 10,
  retryDelaysMs: [1000, 10_000, 60_000, 600_000],
  jitter: 0.2,
  keepsProgress: true,
  scope: 'templates:write',
  // Its results name templates: those of its own caller, and of all the project.
  mayRead: async (db, caller, run) =>
    isSameActor(caller, run.caller) || (await visibleGuards(db, caller)) === undefined,
})

function isSameActor({ actor: a }: Caller, { actor: b }: Caller): boolean {
  return a.kind === b.kind && a.id === b.id
}

/** What a job answers when it is done. */
export interface RunResult {
  module_id: string
  /** The version instances were brought to; null when they were detached. */
  version: number | null
  dry_run: boolean
  processed: number
  changed: number
  failed: number
  /** The first results of templates that failed, and after those of such that change. */
  results: InstanceResult[]
  /** Whether the module went at the end, for a job that was to delete it. */
  deleted?: boolean
}

/** Begins a job in the transaction of the call that requests it; answers its id. */
export async function beginRun(db: Db, run: Run): Promise<string> {
  const { projectId } = run.caller
  const jobId = await enqueue(db, changeModuleInstances, { payload: run, projectId })
  await rows.forgetRuns(db, firstId('job', db.nowMs() - cachedMs))
  await rows.insertRun(db, jobId)
  return jobId
}

/** Does these jobs, a batch in each transaction, which also notes how far it came: a crash repeats and loses nothing. */
export function createRunning(store: Store): JobHandler<Run, RunResult> {
  return {
    kind: changeModuleInstances,
    concurrency: 2,
    partitionConcurrency: 1,
    async run(job, { signal, progress }) {
      const before = await rows.selectRun(store.read, job.id)
      const total = (before?.processed ?? 0) + (await countRest(store.read, job.payload, before?.afterId ?? ''))
      for (;;) {
        // The process stops: the next run goes on from here.
        if (signal.aborted) return { snooze: 0 }
        const step = await store.tx((db) => takeStep({ store, db }, job), underLocks)
        if (step === undefined) return { fail: lostAccess }
        progress(step.processed, Math.max(total, step.processed))
        if ('result' in step) return { done: step.result }
      }
    },
    async settle(db, ended) {
      const finished = ended.filter(({ outcome }) => 'done' in outcome).map(({ job }) => job.id)
      if (finished.length > 0) await rows.deleteRuns(db, finished)
    },
  }
}

const lostAccess = 'The API key that started this job was revoked, has expired or lost the scope templates:write.'

type Step = { processed: number } | { processed: number; result: RunResult }

/** One batch with the rights that the caller has now; undefined when it lost them. */
async function takeStep(
  { store, db }: { store: Store; db: Db },
  job: { id: string; payload: Run },
): Promise<Step | undefined> {
  const caller = await currentCaller(db, job.payload.caller)
  if (caller === undefined || !hasScope(caller, 'templates:write')) return undefined
  const run = { ...job.payload, caller }
  const at = await rows.lockRun(db, job.id)
  const { projectId } = run.caller
  const module = await selectModule(db, projectId, { id: run.change.moduleId, reach: undefined })
  if (at === undefined || module === undefined) return over(run, at)
  const ids = await nextOf(db, run, at.afterId)
  const results = await changeTemplates(store, run.caller, run.change, ids)
  const next = {
    ...at,
    afterId: ids.at(-1) ?? at.afterId,
    processed: at.processed + results.length,
    changed: at.changed + results.filter(({ changed }) => changed).length,
    failed: at.failed + results.filter(({ ok }) => !ok).length,
    results: worthReporting([...(at.results as InstanceResult[]), ...results]),
  }
  await rows.updateRun(db, next)
  if (ids.length === batch) return { processed: next.processed }
  const deleted = run.deletes === true && next.failed === 0 && (await takeAway(db, run.caller, module))
  return over(run, next, deleted)
}

// A change is seen in its template; why there was none, nowhere else.
function worthReporting(results: readonly InstanceResult[]): InstanceResult[] {
  const [failed, changed] = [results.filter(({ ok }) => !ok), results.filter(({ ok, changed }) => ok && changed)]
  return [...failed, ...changed].slice(0, maxResults)
}

function over({ change, deletes }: Run, at: rows.RunRow | undefined, deleted = false): Step {
  const { processed = 0, changed = 0, failed = 0, results = [] } = at ?? {}
  const result: RunResult = {
    module_id: change.moduleId,
    version: change.version ?? null,
    dry_run: change.dryRun ?? false,
    processed,
    changed,
    failed,
    results: results as InstanceResult[],
    ...(deletes === true ? { deleted } : {}),
  }
  return { processed, result }
}

async function wantedBy(
  db: Db,
  { caller, change: { moduleId, version } }: Run,
  afterId: string,
): Promise<rows.InstanceFilter> {
  return { moduleId, otherThan: version, afterId, guards: await visibleGuards(db, caller) }
}

async function nextOf(db: Db, run: Run, afterId: string): Promise<string[]> {
  const { caller, templateIds } = run
  if (templateIds === undefined)
    return rows.selectTemplates(db, caller.projectId, await wantedBy(db, run, afterId), batch)
  return templateIds
    .toSorted()
    .filter((id) => id > afterId)
    .slice(0, batch)
}

async function countRest(db: Db, run: Run, afterId: string): Promise<number> {
  const { caller, templateIds } = run
  if (templateIds !== undefined) return templateIds.filter((id) => id > afterId).length
  return rows.countTemplates(db, caller.projectId, await wantedBy(db, run, afterId))
}
