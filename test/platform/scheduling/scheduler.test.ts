import { describe, expect, test } from 'bun:test'
import { createMetrics } from '../../../src/platform/metrics/index.ts'
import {
  OverloadError,
  type Partition,
  type SchedulerOptions,
  createScheduler,
} from '../../../src/platform/scheduling/index.ts'

const project = (projectId: string): Partition => ({ kind: 'project', projectId })
const background = (projectId: string): Partition => ({ kind: 'background', projectId })
const stranger = (ip: string): Partition => ({ kind: 'anonymous', ip })

/** A scheduler over a clock that a test moves; work goes on until it is finished by name. */
function open({ slots = 2, bounds = {} }: Partial<SchedulerOptions> = {}) {
  let nowMs = 0
  const timers = new Set<{ atMs: number; call: () => void }>()
  const clock = {
    nowMs: () => nowMs,
    after(ms: number, call: () => void) {
      const timer = { atMs: nowMs + ms, call }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  }
  const scheduler = createScheduler({ name: 'test', slots, bounds, clock })
  const running = new Map<string, () => void>()
  const started: string[] = []
  const refused = new Map<string, unknown>()

  /** Lets every promise that is settled have its effects. */
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

  return {
    scheduler,
    started,
    refused,
    settle,
    running: () => [...running.keys()],
    submit(name: string, partition: Partition, { signal, bytes = 0 }: { signal?: AbortSignal; bytes?: number } = {}) {
      const work = () => {
        started.push(name)
        return new Promise<void>((resolve) => running.set(name, resolve))
      }
      scheduler.run({ partition, signal }, work, () => bytes).catch((error: unknown) => refused.set(name, error))
    },
    /** Finishes work that began so many milliseconds ago. */
    async finish(name: string, afterMs = 0) {
      nowMs += afterMs
      running.get(name)?.()
      running.delete(name)
      await settle()
    },
    async pass(ms: number) {
      nowMs += ms
      for (const timer of timers) if (timer.atMs <= nowMs && timers.delete(timer)) timer.call()
      await settle()
    },
  }
}

function many(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${name}${index + 1}`)
}

describe('slots are shared', () => {
  test('so that one partition never holds all of them, and another starts at once', async () => {
    const { submit, running, settle } = open({ slots: 2 })
    for (const name of many('a', 40)) submit(name, project('a'))
    await settle()
    expect(running()).toEqual(['a1'])
    submit('b1', project('b'))
    await settle()
    expect(running()).toEqual(['a1', 'b1'])
  })

  test('so that a partition alone has all slots but one, and the only one there is', async () => {
    for (const [slots, expected] of [
      [8, 7],
      [1, 1],
    ] as const) {
      const { submit, running, settle } = open({ slots })
      for (const name of many('a', 40)) submit(name, project('a'))
      await settle()
      expect(running()).toHaveLength(expected)
    }
  })

  test('so that two heavy users leave a slot to light ones', async () => {
    const { submit, finish, running, started, settle } = open({ slots: 2 })
    for (const name of many('a', 10)) submit(name, project('a'))
    for (const name of many('b', 10)) submit(name, project('b'))
    await finish('a1', 10_000)
    await finish('b1', 10_000)
    // Both have used more than a light user; one slot is all they have between them.
    expect(running()).toHaveLength(1)
    submit('c1', project('c'))
    await settle()
    expect(started.at(-1)).toBe('c1')
    expect(running()).toHaveLength(2)
  })

  test('so that anonymous callers who use much leave a slot to light users too', async () => {
    const { submit, finish, running, settle } = open({ slots: 2 })
    for (const name of many('x', 10)) submit(name, stranger('192.0.2.1'))
    await finish('x1', 600)
    for (const name of many('a', 10)) submit(name, project('a'))
    await finish('a1', 5000)
    await finish('x2')
    expect(running()).toHaveLength(1)
    submit('c1', project('c'))
    await settle()
    expect(running()).toContain('c1')
  })
})

describe('the next is served', () => {
  test('by the time that was used, not by arrival', async () => {
    const { submit, finish, started } = open({ slots: 1 })
    for (const name of many('a', 4)) submit(name, project('a'))
    submit('b1', project('b'))
    submit('b2', project('b'))
    await finish('a1', 10_000)
    await finish('b1', 10)
    await finish('b2', 10)
    expect(started).toEqual(['a1', 'b1', 'b2', 'a2'])
  })

  test('in turn where both use as much', async () => {
    const { submit, finish, started } = open({ slots: 1 })
    for (const name of many('a', 3)) submit(name, project('a'))
    for (const name of many('b', 3)) submit(name, project('b'))
    for (const name of ['a1', 'b1', 'a2', 'b2', 'a3']) await finish(name, 100)
    expect(started).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3'])
  })

  test('with what was used long ago forgotten', async () => {
    const { submit, finish, pass, started } = open({ slots: 1 })
    submit('a1', project('a'))
    await finish('a1', 10_000)
    await pass(300_000)
    submit('b1', project('b'))
    await finish('b1', 1000)
    submit('c1', project('c'))
    submit('b2', project('b'))
    submit('a2', project('a'))
    await finish('c1', 10_000)
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2'])
  })

  test('with anonymous callers behind projects that used eight times as much', async () => {
    const { submit, finish, started } = open({ slots: 1 })
    submit('x1', stranger('192.0.2.1'))
    await finish('x1', 100)
    submit('a1', project('a'))
    await finish('a1', 700)
    submit('b1', project('b'))
    submit('x2', stranger('192.0.2.1'))
    submit('a2', project('a'))
    await finish('b1')
    expect(started.at(-1)).toBe('a2')
  })

  test('with jobs behind the requests of their project, whatever either used', async () => {
    const { submit, finish, started } = open({ slots: 1 })
    submit('a1', project('a'))
    submit('job1', background('a'))
    submit('a2', project('a'))
    await finish('a1', 10_000)
    await finish('a2', 10_000)
    expect(started).toEqual(['a1', 'a2', 'job1'])
  })

  test('fairly among anonymous clients, an IPv6 network being one', async () => {
    const { submit, finish, started } = open({ slots: 1 })
    for (const name of many('x', 3)) submit(name, stranger(`2001:db8:0:1::${name.slice(1)}`))
    submit('y1', stranger('2001:db8:0:2::1'))
    await finish('x1', 500)
    await finish('y1', 100)
    expect(started).toEqual(['x1', 'y1', 'x2'])
  })
})

describe('what waits is bounded', () => {
  test('in number: the project is told to send less and when to come back', async () => {
    const { submit, refused, running, settle } = open({ bounds: { tasksPerPartition: 3 } })
    for (const name of many('a', 5)) submit(name, project('a'))
    submit('b1', project('b'))
    await settle()
    expect([...refused.keys()]).toEqual(['a5'])
    const error = refused.get('a5') as OverloadError
    expect(error).toBeInstanceOf(OverloadError)
    expect([error.apiCode, error.context.headers?.['retry-after']]).toEqual(['RATE_LIMIT_EXCEEDED', '2'])
    expect(running()).toEqual(['a1', 'b1'])
  })

  test('in bytes, of which one piece of work may have any number', async () => {
    const { submit, refused, settle } = open({ bounds: { bytesPerPartition: 100 } })
    submit('a1', project('a'))
    submit('a2', project('a'), { bytes: 1000 })
    submit('a3', project('a'), { bytes: 1 })
    await settle()
    expect([...refused.keys()]).toEqual(['a3'])
  })

  test('in bytes of all, at the cost of those who hold the most', async () => {
    const { submit, refused, settle } = open({ slots: 1, bounds: { bytes: 100 } })
    for (const name of many('a', 4)) submit(name, project('a'), { bytes: 30 })
    submit('b1', project('b'), { bytes: 20 })
    submit('c1', project('c'), { bytes: 200 })
    await settle()
    expect([...refused.keys()].toSorted()).toEqual(['a4', 'c1'])
    expect((refused.get('c1') as OverloadError).apiCode).toBe('SERVICE_UNAVAILABLE')
  })

  test('so that no anonymous client keeps others out', async () => {
    const { submit, refused, settle } = open({ slots: 1, bounds: { tasksPerPartition: 3 } })
    for (const name of many('x', 4)) submit(name, stranger('192.0.2.1'))
    submit('y1', stranger('192.0.2.2'))
    submit('x5', stranger('192.0.2.1'))
    await settle()
    expect([...refused.keys()].toSorted()).toEqual(['x4', 'x5'])
    expect((refused.get('x5') as OverloadError).apiCode).toBe('SERVICE_UNAVAILABLE')
  })

  test('in time that is foreseen, by how long the work of the partition took', async () => {
    const { submit, refused, finish, settle } = open({ slots: 1, bounds: { waitMs: 4000 } })
    for (const name of many('a', 3)) submit(name, project('a'))
    await finish('a1', 12_000)
    submit('a4', project('a'))
    submit('a5', project('a'))
    submit('b1', project('b'))
    await settle()
    expect([...refused.keys()]).toEqual(['a4', 'a5'])
    expect((refused.get('a4') as OverloadError).retryAfterSeconds).toBeGreaterThan(4)
  })

  test('in time', async () => {
    const { submit, refused, pass, finish, started } = open({ slots: 1, bounds: { waitMs: 1000 } })
    submit('a1', project('a'))
    submit('a2', project('a'))
    submit('job', background('a'))
    await pass(1000)
    expect([...refused.keys()]).toEqual(['a2'])
    await finish('a1')
    expect(started).toEqual(['a1', 'job'])
  })
})

describe('within a project', () => {
  test('its clients are served by what each of them used', async () => {
    const { submit, finish, started } = open({ slots: 1 })
    for (const name of many('x', 3)) submit(name, { kind: 'project', projectId: 'a', client: 'flooding' })
    submit('y1', { kind: 'project', projectId: 'a', client: 'other' })
    await finish('x1', 500)
    expect(started).toEqual(['x1', 'y1'])
  })
})

describe('what nobody waits for any more', () => {
  test('is taken out of the queue, and its bytes with it', async () => {
    const { submit, refused, finish, settle, started } = open({ slots: 1, bounds: { bytesPerPartition: 100 } })
    const stop = new AbortController()
    submit('a1', project('a'))
    submit('a2', project('a'), { bytes: 100, signal: stop.signal })
    stop.abort(new Error('gone'))
    submit('a3', project('a'), { bytes: 100 })
    await settle()
    await finish('a1')
    expect(started).toEqual(['a1', 'a3'])
    expect((refused.get('a2') as Error).message).toBe('gone')
  })

  test('does not begin', async () => {
    const { submit, refused, settle, started } = open()
    submit('a1', project('a'), { signal: AbortSignal.abort(new Error('gone')) })
    await settle()
    expect(started).toEqual([])
    expect((refused.get('a1') as Error).message).toBe('gone')
  })

  test('is rejected when the scheduler closes', async () => {
    const { scheduler, submit, refused, settle } = open({ slots: 1 })
    for (const name of many('a', 3)) submit(name, project('a'))
    scheduler.close(new Error('closed'))
    await settle()
    expect([...refused.keys()].toSorted()).toEqual(['a2', 'a3'])
  })
})

test('a slot is free again after work that fails', async () => {
  const { scheduler, submit, settle, started } = open({ slots: 1 })
  const failing = scheduler.run({ partition: project('a') }, () => Promise.reject(new Error('broken')))
  submit('b1', project('b'))
  expect(await failing.catch((error: Error) => error.message)).toBe('broken')
  await settle()
  expect(started).toEqual(['b1'])
})

test('metrics tell lengths, waits and refusals by kind of partition, and name no project', async () => {
  const { scheduler, submit, settle } = open({ slots: 1, bounds: { tasksPerPartition: 2 } })
  const metrics = createMetrics()
  scheduler.measure(metrics)
  for (const name of many('a', 4)) submit(name, project('secret'))
  await settle()
  const printed = metrics.print()
  expect(printed).toContain('svc_queue_waiting{queue="test",partition="project"} 2')
  expect(printed).toContain('svc_queue_running{queue="test"} 1')
  expect(printed).toContain('svc_queue_refused_total{queue="test",partition="project",reason="full"} 1')
  expect(printed).toContain('svc_queue_wait_seconds_count{queue="test",partition="project"} 1')
  expect(printed).not.toContain('secret')
})
