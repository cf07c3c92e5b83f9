/** Random histories of one kind against a model that knows only what every job must come to. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type Ended,
  type JobHandler,
  type Outcome,
  cancelJob,
  enqueue,
  findJob,
  retryJob,
  setPartition,
} from '../../../src/platform/jobs/index.ts'
import type { Store } from '../../../src/platform/storage/index.ts'
import { FakeClock } from '../../support/clock.ts'
import { eachDialect } from '../../support/store.ts'
import { advanceUntil, kindOf, startJobs, until } from './runner.ts'

type Step = 'done' | 'retry' | 'snooze' | 'fail' | 'throw'
interface Payload {
  /** The outcomes of its runs, one after the other; then done. */
  script: Step[]
}
type Command =
  | { do: 'enqueue'; script: Step[]; partition: string; key: string | undefined; inMs: number }
  | { do: 'cancel' | 'revive'; pick: number }
  | { do: 'advance'; ms: number }
  | { do: 'pause' | 'narrow' | 'open'; partition: string }
  | { do: 'restart' }

const maxAttempts = 3
const partition = fc.constantFrom('a', 'b', 'c')
const step = fc.constantFrom<Step>('done', 'retry', 'snooze', 'fail', 'throw')
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('enqueue' as const),
      script: fc.array(step, { maxLength: 4 }),
      partition,
      key: fc.option(fc.constantFrom('k', 'l'), { nil: undefined, freq: 2 }),
      inMs: fc.constantFrom(0, 0, 5000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'revive' as const), pick: fc.nat(20) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('advance' as const), ms: fc.constantFrom(100, 1000, 40_000) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('pause' as const, 'narrow' as const, 'open' as const), partition }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
)

/** What a script comes to when nobody interferes: the state, and the attempts used. */
function expected(script: readonly Step[]): { state: 'done' | 'dead'; attempts: number } {
  let attempts = 0
  for (const each of [...script, 'done' as const]) {
    if (each === 'snooze') continue
    attempts++
    if (each === 'done') return { state: 'done', attempts }
    if (each === 'fail' || attempts === maxAttempts) return { state: 'dead', attempts }
  }
  return { state: 'done', attempts }
}

const outcomes: Record<Exclude<Step, 'throw'>, Outcome> = {
  done: { done: undefined },
  retry: { retry: 'again' },
  snooze: { snooze: 3000 },
  fail: { fail: 'no' },
}

/** Plays the history on two runners, lets everything end, and compares. */
async function play(store: Store, name: string, commands: readonly Command[]): Promise<void> {
  const clock = new FakeClock()
  const runs = new Map<string, number>()
  const ends = new Map<string, Ended<Payload, void>[]>()
  const running = new Map<string, number>()
  const touched = new Set<string>()
  const scripts = new Map<string, Step[]>()
  const handler: JobHandler<Payload> = {
    // No time that passes at once is long enough to lose a lease.
    kind: kindOf<Payload>({ name, leaseMs: 86_400_000, maxAttempts, retryDelaysMs: [1000, 2000], jitter: 0.2 }),
    concurrency: 4,
    partitionConcurrency: 2,
    async run(job) {
      const count = (running.get(job.partition) ?? 0) + 1
      running.set(job.partition, count)
      expect(count).toBeLessThanOrEqual(2)
      await new Promise<void>((resolve) => setImmediate(resolve))
      running.set(job.partition, (running.get(job.partition) ?? 1) - 1)
      const turn = runs.get(job.id) ?? 0
      runs.set(job.id, turn + 1)
      const next = job.payload.script[turn] ?? 'done'
      if (next === 'throw') throw new Error('thrown')
      return outcomes[next]
    },
    settle: async (_db, ended) => {
      for (const end of ended) ends.set(end.job.id, [...(ends.get(end.job.id) ?? []), end])
    },
  }
  const begin = () => [startJobs(store, [handler], { clock }), startJobs(store, [handler], { clock })]
  let runners = begin()
  for (const each of commands) {
    if (each.do === 'enqueue') {
      const { script, key, inMs } = each
      const job = { payload: { script }, partition: each.partition, ...(key === undefined ? {} : { dedupeKey: key }) }
      const runAt = inMs === 0 ? {} : { runAt: Date.now() + inMs }
      const id = await store.tx((db) => enqueue(db, handler.kind, { ...job, ...runAt }))
      if (!scripts.has(id)) scripts.set(id, script)
    } else if ('pick' in each) {
      const id = [...scripts.keys()][each.pick]
      if (id === undefined) continue
      touched.add(id)
      await store.tx((db) => (each.do === 'cancel' ? cancelJob(db, id, []) : retryJob(db, id)))
    } else if (each.do === 'advance') clock.advance(each.ms)
    else if (each.do === 'restart') {
      await Promise.all(runners.map((runner) => runner.drain(60_000)))
      runners = begin()
    } else {
      const state = { pausedUntil: each.do === 'pause' ? clock.nowMs() + 20_000 : null }
      const width = { concurrency: each.do === 'narrow' ? 1 : null }
      await store.tx((db) => setPartition(db, handler.kind, each.partition, { ...state, ...width }))
    }
  }
  const jobsOf = () => Promise.all([...scripts.keys()].map((id) => findJob(store.read, id)))
  await advanceUntil(clock, 1000, async () =>
    (await jobsOf()).every((job) => job !== undefined && job.finishedAt !== null),
  )
  await Promise.all(runners.map((runner) => runner.drain(60_000)))
  await until(() => [...running.values()].every((count) => count === 0))
  for (const job of await jobsOf()) {
    if (job === undefined) throw new Error('A job is gone.')
    const settled = ends.get(job.id) ?? []
    if (touched.has(job.id)) {
      expect(['done', 'dead', 'cancelled']).toContain(job.state)
      continue
    }
    const { state, attempts } = expected(scripts.get(job.id) ?? [])
    expect([job.state, job.attempts]).toEqual([state, attempts])
    // Each end is settled once, and exactly the last one is the last.
    expect(settled).toHaveLength(runs.get(job.id) ?? 0)
    expect(settled.filter(({ isLast }) => isLast)).toHaveLength(1)
  }
}

eachDialect((dialect, open) => {
  test('whatever happens, every job comes to its end, once', async () => {
    const store = await open()
    let turn = 0
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 3, maxLength: 25 }), (commands) =>
        play(store, `test.model_${turn++}`, commands),
      ),
      { numRuns: dialect === 'sqlite' ? 25 : 10, endOnFailure: true },
    )
  })
})
