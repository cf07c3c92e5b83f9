import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { type Ended, type JobHandler, cancelJob, enqueue } from '../../../src/platform/jobs/index.ts'
import { writeProgress } from '../../../src/platform/jobs/job-store.ts'
import { SampledClock, type Store } from '../../../src/platform/storage/index.ts'
import { FakeClock } from '../../support/clock.ts'
import { eachDialect } from '../../support/store.ts'
import { advance, advanceUntil, clearJobs, gate, kindOf, readJob, recorder, startJobs, until } from './runner.ts'

type Payload = { n: number }
const hourMs = 3_600_000

/** A fake clock that notices its jumps when asked, as those of real stores do. */
class JumpingClock extends FakeClock {
  #unseenMs = 0

  jump(ms: number): void {
    this.#unseenMs += ms
  }

  async sample(): Promise<number> {
    const offBy = this.#unseenMs
    this.#unseenMs = 0
    this.set(this.nowMs() + offBy)
    return offBy
  }
}

eachDialect((_dialect, open) => {
  let store: Store
  const kind = kindOf({ leaseMs: 30_000 })
  beforeAll(async () => {
    store = await open()
  })
  afterEach(() => clearJobs(store))

  const add = (n = 1) => store.tx((db) => enqueue(db, kind, { payload: { n } }))
  /** As if the process that runs the job had died; a suspect is claimed by itself. */
  const claimForNoOne = async (id: string, leaseUntil: number) =>
    store.tx((db) =>
      db.rows(sql`update jobs set state = 'running', fence = fence + 1, lease_until = ${leaseUntil},
        crashes = case when state = 'scheduled' then -crashes else crashes end where id = ${id}`),
    )

  test.each([
    ['', new FakeClock()],
    [', by a clock that may be wrong and beside leases of minutes', new JumpingClock()],
  ])('a job whose process has died runs again within 35 seconds, as the same attempt%s', async (_, clock) => {
    const id = await add()
    await claimForNoOne(id, clock.nowMs() + 30_000)
    const attempts: number[] = []
    const { handler } = recorder(kind, {
      run: async ({ attempt }) => {
        attempts.push(attempt)
        return { done: undefined }
      },
    })
    const beside = recorder(kindOf<Payload>({ name: 'test.beside', leaseMs: 120_000 }))
    startJobs(store, [handler, beside.handler], { clock })
    const diedAt = clock.nowMs()
    await advanceUntil(clock, 500, async () => (await leaseOf(store, id)) !== diedAt + 30_000)
    expect(clock.nowMs() - diedAt).toBeGreaterThanOrEqual(30_000)
    expect(clock.nowMs() - diedAt).toBeLessThanOrEqual(35_000)
    await until(async () => (await readJob(store, id)).state === 'done')
    expect(attempts).toEqual([1])
  })

  test('a run whose job another process has taken over is told before it changes anything', async () => {
    const clock = new FakeClock()
    const id = await add()
    const [started, goOn] = [gate(), gate()]
    const seen: string[] = []
    const { handler } = recorder(kind, {
      run: async (_job, { requireLease }) => {
        await store.tx(requireLease)
        seen.push('held')
        started.open()
        await goOn.opened
        // It stood still until the lease was over: no sign of life has told it so yet.
        await store.tx(requireLease).catch((error: Error) => seen.push(error.name))
        return { done: undefined }
      },
    })
    startJobs(store, [handler], { clock })
    await started.opened
    await claimForNoOne(id, clock.nowMs() + 60_000)
    goOn.open()
    await until(() => seen.length === 2)
    expect(seen).toEqual(['held', 'LeaseLost'])
  })

  test('a job that took five processes in a row with it, three of them alone, is dead, and settled as crashed', async () => {
    const clock = new FakeClock()
    const settled: Ended<Payload, void>[] = []
    const { handler, done } = recorder(kind, {
      concurrency: 0,
      settle: async (_db, ended) => void settled.push(...ended),
    })
    const id = await add()
    startJobs(store, [handler], { clock })
    const states: string[] = []
    const pausesInMinutes: number[] = []
    for (let crash = 1; crash <= 5; crash++) {
      await claimForNoOne(id, clock.nowMs() - 1)
      await advanceUntil(clock, 1000, async () => (await readJob(store, id)).state !== 'running')
      const { state, runAt } = await readJob(store, id)
      states.push(state)
      // A slow database lets the clock go on for some steps after the job was settled.
      pausesInMinutes.push(Math.max(0, Math.ceil((runAt - clock.nowMs()) / 15_000) / 4))
    }
    expect(states).toEqual(['ready', 'scheduled', 'scheduled', 'scheduled', 'dead'])
    expect(pausesInMinutes.slice(0, 4)).toEqual([0, 0, 2, 8])
    expect(await readJob(store, id)).toMatchObject({ state: 'dead', attempts: 0 })
    expect((await readJob(store, id)).errors.at(-1)?.error).toBe('crashed')
    expect(settled).toMatchObject([{ job: { id }, outcome: { fail: 'crashed' }, isLast: true }])
    expect(done).toEqual([])
  })

  test('a job beside which processes die never ends dead of it, and runs once no other suspect does', async () => {
    const clock = new FakeClock()
    const { handler, done } = recorder(kind)
    const ids = [await add(1), await add(2)]
    const jobs = startJobs(store, [recorder(kind, { concurrency: 0 }).handler], { clock })
    const states = async () => Promise.all(ids.map(async (id) => (await readJob(store, id)).state))
    const claimBesideOthers = (id: string) =>
      store.tx((db) =>
        db.rows(sql`update jobs set state = 'running', fence = fence + 1, lease_until = ${clock.nowMs() - 1}
          where id = ${id}`),
      )
    for (let crash = 1; crash <= 5; crash++) {
      for (const id of ids) await claimBesideOthers(id)
      await advanceUntil(clock, 1000, async () => !(await states()).includes('running'))
    }
    await jobs.drain(0)
    expect(await states()).toEqual(['scheduled', 'scheduled'])
    startJobs(store, [handler], { clock })
    await advanceUntil(clock, 1000, async () => (await states()).every((state) => state === 'done'))
    expect(done.toSorted()).toEqual([1, 2])
    expect(jobs.lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('crashes of a job that keeps its progress count only as long as it came no further', async () => {
    const clock = new FakeClock()
    const { handler } = recorder(kindOf<Payload>({ keepsProgress: true, maxCrashes: 2 }), { concurrency: 0 })
    const id = await add()
    startJobs(store, [handler], { clock })
    const crashAt = async (done: number) => {
      await claimForNoOne(id, clock.nowMs() + hourMs)
      const [row] = await store.read.rows<{ fence: number }>(sql`select fence from jobs where id = ${id}`)
      const progress = JSON.stringify({ done, total: 100, at: clock.nowMs() })
      await store.tx((db) => writeProgress(db, [{ id, fence: row?.fence ?? 0, progress, kept: done }]))
      await claimForNoOne(id, clock.nowMs() - 1)
      await advanceUntil(clock, 1000, async () => (await readJob(store, id)).state !== 'running')
      return (await readJob(store, id)).state
    }
    for (const done of [10, 20, 30, 40]) expect(await crashAt(done)).toBe('scheduled')
    expect(await crashAt(40)).toBe('dead')
  })

  test('a job that runs for hours keeps its lease', async () => {
    const clock = new FakeClock()
    const hold = gate()
    let starts = 0
    const { handler } = recorder(kind, {
      run: async () => {
        starts++
        await hold.opened
        return { done: undefined }
      },
    })
    const id = await add()
    startJobs(store, [handler], { clock })
    startJobs(store, [handler], { clock })
    await until(() => starts === 1)
    for (let at = 0; at < 8; at++) {
      const before = clock.nowMs()
      // By steps: what was written is seen before the runner waits for its next sign of life.
      await advanceUntil(clock, 2000, async () => (await leaseOf(store, id)) > before + 30_000)
    }
    expect(starts).toBe(1)
    hold.open()
    await until(async () => (await readJob(store, id)).state === 'done')
  })

  test('the late end of a lost lease changes nothing, and its handler is told', async () => {
    const clock = new FakeClock()
    const hold = gate()
    const settled: unknown[] = []
    let isNotified = false
    const { handler } = recorder(kind, {
      run: async (_job, { signal }) => {
        signal.addEventListener('abort', () => (isNotified = true))
        await hold.opened
        return { fail: 'late' }
      },
      settle: async (_db, ended) => void settled.push(...ended),
    })
    const id = await add()
    const late = startJobs(store, [handler], { clock })
    await until(async () => (await readJob(store, id)).state === 'running')
    await claimForNoOne(id, clock.nowMs() + hourMs / 100)
    await advanceUntil(clock, 1000, () => isNotified)
    hold.open()
    await late.drain(1000)
    expect(settled).toEqual([])
    expect((await readJob(store, id)).state).toBe('running')
  })

  test('even an end that comes before the handler was told changes nothing', async () => {
    const clock = new FakeClock()
    const hold = gate()
    const settled: unknown[] = []
    const { handler } = recorder(kind, {
      run: () => hold.opened.then(() => ({ done: undefined })),
      settle: async (_db, ended) => void settled.push(...ended),
    })
    const id = await add()
    const late = startJobs(store, [handler], { clock })
    await until(async () => (await readJob(store, id)).state === 'running')
    await claimForNoOne(id, clock.nowMs() + hourMs)
    hold.open()
    await late.drain(1000)
    expect(settled).toEqual([])
    expect((await readJob(store, id)).state).toBe('running')
  })

  test('a running job that is cancelled is told at once, and its end changes nothing', async () => {
    const reasons: unknown[] = []
    const handler: JobHandler<Payload> = {
      kind,
      concurrency: 1,
      run: (_job, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            reasons.push(signal.reason)
            resolve({ done: undefined })
          })
        }),
    }
    const id = await add()
    startJobs(store, [handler])
    await until(async () => (await readJob(store, id)).state === 'running')
    expect(await store.tx((db) => cancelJob(db, id, [kind]))).toBe(true)
    await until(() => reasons.length === 1)
    expect(await readJob(store, id)).toMatchObject({ state: 'cancelled', attempts: 0 })
  })

  test.each([hourMs, -hourMs])(
    'a jump of the clock by %d ms neither loses nor doubles what runs or waits',
    async (ms) => {
      const clocks = [new JumpingClock(), new JumpingClock()]
      const hold = gate()
      const starts: number[] = []
      const { handler } = recorder(kind, {
        run: async ({ payload }) => {
          starts.push(payload.n)
          if (payload.n === 1) await hold.opened
          return { done: undefined }
        },
      })
      const id = await add(1)
      for (const clock of clocks) startJobs(store, [handler], { clock })
      await until(() => starts.length === 1)
      for (const clock of clocks) clock.jump(ms)
      for (let second = 0; second < 40; second++) await advance(clocks, 1000)
      await add(2)
      await until(() => starts.length === 2)
      expect(starts).toEqual([1, 2])
      hold.open()
      await until(async () => (await readJob(store, id)).state === 'done')
    },
  )

  test('after the clock went back, the job of a dead process is not kept waiting for the old time', async () => {
    const clock = new FakeClock()
    const id = await add()
    await claimForNoOne(id, clock.nowMs() + hourMs)
    const { handler, done } = recorder(kind)
    startJobs(store, [handler], { clock })
    await advanceUntil(clock, 1000, () => done.length === 1)
  })
})

async function leaseOf(store: Store, id: string): Promise<number> {
  const [row] = await store.read.rows<{ until: number | null }>(
    sql`select lease_until as until from jobs where id = ${id}`,
  )
  return row?.until ?? 0
}

describe('the clock of a runner', () => {
  test('follows its source forward and back, and reports each jump once', async () => {
    let epochMs = Date.now() + hourMs
    const clock = new SampledClock(async () => ({ epochMs, before: performance.now(), after: performance.now() }))
    expect(Math.abs((await clock.sample()) - hourMs)).toBeLessThan(60_000)
    expect(Math.abs(clock.nowMs() - epochMs)).toBeLessThan(60_000)
    epochMs -= hourMs
    expect(await clock.sample()).toBeLessThan(-hourMs + 60_000)
    expect(Math.abs(clock.nowMs() - epochMs)).toBeLessThan(60_000)
    expect(Math.abs(await clock.sample())).toBeLessThan(60_000)
  })

  test('is not moved by less than the round trip of a sample leaves open', async () => {
    const offset = Date.now() - performance.now() + 400
    const clock = new SampledClock(async () => {
      const after = performance.now()
      return { epochMs: after - 500 + offset, before: after - 1000, after }
    })
    // A clock that had been moved would find nothing to correct the second time.
    const first = await clock.sample()
    expect(first).toBeGreaterThan(300)
    expect(await clock.sample()).toBeCloseTo(first, 3)
  })
})
