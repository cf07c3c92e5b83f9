/** Runners of jobs for tests, stopped after the last one; and waiting for what they do. */
import {
  type AnyHandler,
  type Clock,
  type JobHandler,
  type JobKind,
  type JobSnapshot,
  type Jobs,
  type Schedule,
  countJobs,
  createJobs,
  defineJob,
  findJob,
} from '../../../src/platform/jobs/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { type Metrics, createMetrics } from '../../../src/platform/metrics/index.ts'
import type { Store } from '../../../src/platform/storage/index.ts'
import type { FakeClock } from '../../support/clock.ts'
import { cleanUp } from '../../support/clean-up.ts'

export interface Running extends Jobs {
  metrics: Metrics
  /** The lines logged so far. */
  lines: { message: string; level: string }[]
}

const atWork: (() => Promise<void>)[] = []

/** After a test: stops what it started, and empties the tables for the next. */
export async function clearJobs(store: Store): Promise<void> {
  await Promise.all(atWork.splice(0).map((stop) => stop().catch(() => undefined)))
  await store.tx(async (db) => {
    const { jobs, jobPartitions, jobSchedules, settings } = db.tables
    for (const table of [jobs, jobPartitions, jobSchedules, settings]) await db.delete(table)
  })
}

/** A runner at work. */
export function startJobs(
  store: Store,
  handlers: readonly AnyHandler[],
  more: { clock?: Clock; schedules?: readonly Schedule[] } = {},
): Running {
  const metrics = createMetrics()
  const lines: Running['lines'] = []
  const log = createLog('info', (line) => lines.push(JSON.parse(line) as Running['lines'][number]))
  const jobs = createJobs({ store, log, metrics, handlers, ...more })
  jobs.start()
  let drained: Promise<void> | undefined
  const drain = (graceMs: number) => (drained ??= jobs.drain(graceMs))
  cleanUp(() => drain(0).catch(() => undefined))
  atWork.push(() => drain(0))
  return { start: () => jobs.start(), drain, metrics, lines }
}

/** Longer than any test lets pass: whoever is slow to claim a job, or to write its end, has not lost it. */
const endlessMs = 365 * 24 * 60 * 60 * 1000

/** A kind of a test, whose leases end only where the test says when. */
export function kindOf<P = { n: number }>(more: Partial<JobKind<P>> = {}): JobKind<P> {
  const usual = { name: 'test.work', maxAttempts: 3, retryDelaysMs: [1000], jitter: 0, leaseMs: endlessMs }
  return defineJob<P>({ ...usual, ...more })
}

/** A handler that does every job at once and caches what it did. */
export function recorder<P extends { n: number }>(kind: JobKind<P>, more: Partial<JobHandler<P>> = {}) {
  const done: number[] = []
  const handler: JobHandler<P> = {
    kind,
    concurrency: 10,
    run: async (job) => {
      done.push(job.payload.n)
      return { done: undefined }
    },
    ...more,
  }
  return { handler, done }
}

/** A promise with its handles, to hold a handler until the test lets it go. */
export function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: () => resolve() }
}

/** Waits until the condition holds; fails after two minutes. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + 120_000
  while (!(await condition())) {
    if (performance.now() > giveUpAt) throw new Error('What the test waits for did not happen within two minutes.')
    await new Promise<void>((resolve) => setTimeout(resolve, 1))
  }
}

/** Waits until the end of whatever runs is written: when time passes before, the job is taken for abandoned. */
export function untilNoneRuns(store: Store): Promise<void> {
  return until(async () => (await countJobs(store.read)).every(({ state }) => state !== 'running'))
}

/** After so long, milliseconds, who has not come back to wait does not wait any more. */
const goneMs = 1000

/**
 * Moves a clock on by steps until the condition holds. Whom a step has woken does his work and waits again before the
 * next one: however slow the database is, no more time passes than the runner can follow.
 */
export async function advanceUntil(
  clock: FakeClock,
  stepMs: number,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  await until(async () => {
    if (await condition()) return true
    await advance([clock], stepMs)
    return false
  })
}

/** Moves clocks on by one step, and waits until whom it has woken waits again. */
export async function advance(clocks: readonly FakeClock[], stepMs: number): Promise<void> {
  const waiting = clocks.map((clock) => clock.waiting)
  for (const clock of clocks) clock.advance(stepMs)
  const steppedAt = performance.now()
  await until(
    () =>
      performance.now() - steppedAt > goneMs || clocks.every((clock, index) => clock.waiting >= (waiting[index] ?? 0)),
  )
}

/** The job as it stands; fails when it is gone. */
export async function readJob(store: Store, id: string): Promise<JobSnapshot> {
  const job = await findJob(store.read, id)
  if (job === undefined) throw new Error(`The job ${id} is gone.`)
  return job
}
