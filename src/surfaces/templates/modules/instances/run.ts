/** Changes the instances of a module in very many templates: a job that resumes at its last committed batch. */
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

/** Templates changed per transaction, so that other writers do not wait long. */
const batch = 20
/** Maximum number of results in a job's report; the others are only counted. */
const maxResults = 200
/** Retention of progress rows, so that a canceled or failed job can be resumed: longer than the job itself is kept. */
const cachedMs = 60 * 24 * 60 * 60 * 1000

/** Payload of the job. Permissions and locks are checked for its caller at the time of each change. */
export interface Run {
  caller: Caller
  change: Change
  /** Restricts the job to these templates. */
  templateIds?: string[]
  /** Deletes the module when no instance is left. */
  deletes?: boolean
}

const changeModuleInstances: JobKind<Run> = defineJob<Run>({
  name: 'modules.change_instances',
  maxAttempts: 10,
  retryDelaysMs: [1000, 10_000, 60_000, 600_000],
  jitter: 0.2,
  keepsProgress: true,
  scope: 'templates:write',
  // Results name templates, so only the caller of the job, and callers that may see all templates of the project, may read
  // them.
  mayRead: async (db, caller, run) =>
    isSameActor(caller, run.caller) || (await visibleGuards(db, caller)) === undefined,
})

function isSameActor({ actor: a }: Caller, { actor: b }: Caller): boolean {
  return a.kind === b.kind && a.id === b.id
}

export interface RunResult {
  module_id: string
  /** Target version; null for detached instances. */
  version: number | null
  dry_run: boolean
  processed: number
  changed: number
  failed: number
  /** Failed templates first, then changed ones; at most `maxResults`. */
  results: InstanceResult[]
  /** Only for jobs with `deletes`: true if the module was deleted. */
  deleted?: boolean
}

/** Enqueues the job in the transaction of the request; returns its id. */
export async function beginRun(db: Db, run: Run): Promise<string> {
  const { projectId } = run.caller
  const jobId = await enqueue(db, changeModuleInstances, { payload: run, projectId })
  await rows.forgetRuns(db, firstId('job', db.nowMs() - cachedMs))
  await rows.insertRun(db, jobId)
  return jobId
}

/** Each transaction changes one batch and stores the progress, so a crash repeats at most one batch and loses none. */
export function createRunning(store: Store): JobHandler<Run, RunResult> {
  return {
    kind: changeModuleInstances,
    concurrency: 2,
    partitionConcurrency: 1,
    async run(job, { signal, progress }) {
      const before = await rows.selectRun(store.read, job.id)
      const total = (before?.processed ?? 0) + (await countRest(store.read, job.payload, before?.afterId ?? ''))
      for (;;) {
        // The process is shutting down: the next run continues here.
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

/** Changes one batch with the current permissions of the caller; undefined if it has lost them. */
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

// Failures first: a change is visible in its template, but the reason of a failure is reported only here.
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
