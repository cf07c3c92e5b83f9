import { describe, expect, test } from 'bun:test'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type JobHandler, ThreadEnded, createWorkers, enqueue, movable } from '../../../src/platform/jobs/index.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { FakeClock } from '../../support/clock.ts'
import { openTestStore, temporaryDirectory } from '../../support/store.ts'
import { kindOf, readJob, startJobs, until } from './runner.ts'
import { serviceWork } from '../../../src/platform/scheduling/index.ts'

const entry = new URL('./children/worker.ts', import.meta.url).href

function open(size = 2) {
  const workers = createWorkers({ entry, size })
  cleanUp(() => workers.close())
  return workers.forCaller(serviceWork)
}

/** Why it failed. Not by `rejects`, which waits without letting the messages of threads in. */
function reasonOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'nothing',
    (error: Error) => error.message,
  )
}

describe('work in threads', () => {
  test('comes back with its value, or what it threw', async () => {
    const workers = open()
    const all = await Promise.all([1, 2, 3, 4, 5].map((n) => workers.runInWorker<number>('double', n)))
    expect(all).toEqual([2, 4, 6, 8, 10])
    expect(await reasonOf(workers.runInWorker('refuse', null))).toContain('too much')
    expect(await reasonOf(workers.runInWorker('unknown', null))).toContain('No task is called unknown')
  })

  test.if(process.platform === 'linux')('has a lower priority than the event loop', async () => {
    const own = getPriority(0)
    expect(await open().runInWorker<number>('priority', null)).toBeGreaterThan(own)
    expect(getPriority(0)).toBe(own)
  })

  test('takes bytes that are marked for it, and a copy of others', async () => {
    const [kept, moved] = [Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5, 6)]
    expect(await open().runInWorker<number>('sum', { bytes: kept })).toBe(6)
    expect(await open().runInWorker<number>('sum', { bytes: movable(moved) })).toBe(15)
    expect([kept.length, moved.length]).toEqual([3, 0])
  })

  test('is ended in the middle when nobody wants it, and the next has a thread', async () => {
    const workers = open(1)
    const stop = new AbortController()
    const endless = workers.runInWorker('spin', 600_000, stop.signal)
    const waiting = workers.runInWorker<number>('double', 4)
    stop.abort(new Error('enough'))
    expect(await reasonOf(endless)).toBe('enough')
    expect(await waiting).toBe(8)
    const bounded = workers.runWithin(60_000, 'spin', 600_000, AbortSignal.timeout(100))
    expect(await reasonOf(bounded)).toContain('timed out')
    expect(await workers.runWithin<number>(60_000, 'double', 5, stop.signal).catch(() => 0)).toBe(0)
  })

  test('is ended when it takes too long, which waiting for a thread does not count to', async () => {
    const workers = open(1)
    const [first, second, third] = [
      workers.runWithin(1500, 'spin', 600_000),
      workers.runWithin(1500, 'spin', 600_000),
      workers.runWithin<number>(2500, 'double', 4),
    ]
    for (const endless of [first, second]) expect(await reasonOf(endless)).toBe('spin took longer than 1500 ms.')
    expect(await third).toBe(8)
    expect(await workers.runWithin<number>(60_000, 'double', 6)).toBe(12)
  })

  test.if(process.platform === 'linux')(
    'may take longer than its deadline while others have the processor, but not for ever',
    async () => {
      const workers = open(1)
      expect(await workers.runWithin<string>(2000, 'sleep', 2500)).toBe('timed-out')
      expect(await reasonOf(workers.runWithin(300, 'sleep', 600_000))).toBe('sleep took longer than 300 ms.')
      expect(await workers.runWithin<number>(60_000, 'double', 6)).toBe(12)
    },
  )

  test('that spoils its thread has its value, and the next has another thread', async () => {
    const workers = open(1)
    const asked = [false, false, true, false, false].map((isLast) => workers.runInWorker<number>('count', isLast))
    expect(await Promise.all(asked)).toEqual([1, 2, 3, 1, 2])
  })

  test('whose thread is ended holds its slot until there is another, and leaves the others alone', async () => {
    const workers = createWorkers({ entry, size: 2 })
    cleanUp(() => workers.close())
    const project = (projectId: string) => workers.forCaller({ partition: { kind: 'project', projectId } })
    const [light, heavy] = [project('light'), project('heavy')]
    await Promise.all([light.runInWorker('double', 1), heavy.runInWorker('double', 1)])
    const stop = new AbortController()
    const spinning = heavy.runInWorker('spin', 600_000, stop.signal)
    const served: string[] = []
    const serve = async (name: string, project: typeof light) => {
      const thread = await project.runInWorker<number>('thread', null)
      served.push(name)
      return thread
    }
    const next = serve('heavy', heavy)
    const ready = await light.runInWorker<number>('thread', null)
    stop.abort(new Error('gone'))
    // In the same tick: the thread that is ready is not for the project whose own was ended, which waits for another.
    const other = serve('light', light)
    expect(await reasonOf(spinning)).toBe('gone')
    expect(await other).toBe(ready)
    const isOnOther = (await next) !== ready
    expect(isOnOther || served[0] === 'light').toBe(true)
  })

  test('that kills its thread is an error, and the next has another', async () => {
    const workers = open(1)
    const died = workers.runInWorker('die', null)
    expect(await died.catch((error: unknown) => error instanceof ThreadEnded)).toBe(true)
    expect(await workers.runInWorker<number>('double', 5)).toBe(10)
  })

  test('that takes longer than a lease loses none', async () => {
    const store = await openTestStore('sqlite')
    const clock = new FakeClock()
    const workers = open()
    const isEnough = new Int32Array(new SharedArrayBuffer(4))
    let starts = 0
    const handler: JobHandler<{ n: number }> = {
      kind: kindOf({ leaseMs: 30_000 }),
      concurrency: 1,
      async run(_job, { signal }) {
        starts++
        await workers.runInWorker('spinUntil', isEnough, signal)
        return { done: undefined }
      },
    }
    startJobs(store, [handler], { clock })
    startJobs(store, [handler], { clock })
    const id = await store.tx((db) => enqueue(db, handler.kind, { payload: { n: 1 } }))
    const leaseUntil = async () =>
      (await store.read.rows<{ until: number | null }>(sql`select lease_until as until from jobs where id = ${id}`))[0]
        ?.until ?? 0
    await until(async () => (await leaseUntil()) > 0)
    const given = await leaseUntil()
    while (clock.nowMs() < given + 30_000) {
      const last = await leaseUntil()
      clock.advance(15_000)
      await until(async () => (await leaseUntil()) > last)
    }
    Atomics.store(isEnough, 0, 1)
    await until(async () => (await readJob(store, id)).state === 'done')
    expect(starts).toBe(1)
  })

  test('is done in a compiled executable too', async () => {
    const outfile = join(temporaryDirectory(), 'program')
    const children = join(import.meta.dir, 'children')
    // As scripts/compile.ts does it.
    const built = await Bun.build({
      entrypoints: [join(children, 'worker-main.ts'), join(children, 'worker.ts')],
      target: 'bun',
      format: 'esm',
      minify: true,
      bytecode: true,
      compile: { outfile, autoloadDotenv: false, autoloadBunfig: false },
    })
    expect(built.success).toBe(true)
    const program = Bun.spawn([outfile], { cwd: '/', stdout: 'pipe', stderr: 'inherit' })
    expect(await new Response(program.stdout).text()).toBe('42\n')
    expect(await program.exited).toBe(0)
  })
})
