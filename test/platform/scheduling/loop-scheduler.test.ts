import { expect, test } from 'bun:test'
import { type Partition, createLoopScheduler } from '../../../src/platform/scheduling/index.ts'

const project = (projectId: string) => ({ partition: { kind: 'project', projectId } as Partition })

/** A scheduler whose clock and turns a test moves: a turn ends what runs after so many milliseconds, and gives those back. */
function open() {
  let nowMs = 0
  let turned: (() => void)[] = []
  const timers: { atMs: number; call: () => void }[] = []
  const loop = createLoopScheduler({
    name: 'test',
    bounds: { tasksPerPartition: 1000, waitMs: 1_000_000 },
    clock: {
      nowMs: () => nowMs,
      after(ms, call) {
        const timer = { atMs: nowMs + ms, call }
        timers.push(timer)
        return () => void timers.splice(timers.indexOf(timer), 1)
      },
    },
    usedMs: () => nowMs,
    onTurn: (call) => void turned.push(call),
  })
  const started: string[] = []
  const refused: unknown[] = []
  return {
    loop,
    started,
    refused,
    submit(projectId: string, name: string, signal?: AbortSignal) {
      loop
        .run({ ...project(projectId), signal }, () => started.push(name))
        .catch((error: unknown) => refused.push(error))
    },
    async turn(ms: number) {
      await settle()
      nowMs += ms
      const calls = turned
      turned = []
      for (const call of calls) call()
      for (const timer of timers.filter(({ atMs }) => atMs <= nowMs)) {
        timers.splice(timers.indexOf(timer), 1)
        timer.call()
      }
      await settle()
    },
    nowMs: () => nowMs,
  }
}

/** Lets every promise that is settled have its effects. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

test('one project has one piece of work in a turn of the event loop, and all turns while it is alone', async () => {
  const { submit, turn, started, loop, nowMs } = open()
  for (let n = 0; n < 200; n++) submit('a', `a${n}`)
  for (let n = 1; n < 200; n++) {
    loop.note('a', nowMs())
    await turn(10)
    expect(started.length).toBe(n + 1)
  }
})

test('a heavy project pauses while another is active: the longer its work, the smaller its share', async () => {
  for (const [ms, share] of [
    [4, 0.25],
    [10, 0.1],
    [50, 0.2],
  ] as const) {
    const { submit, turn, started, loop, nowMs } = open()
    for (let n = 0; n < 900; n++) submit('a', `a${n}`)
    while (nowMs() < 800 * Math.min(ms, 12)) {
      loop.note('b', nowMs())
      loop.note('a', nowMs())
      await turn(ms)
    }
    // Before it counts as heavy it does not pause.
    const used = started.length * ms
    expect(used).toBeLessThan(nowMs() * share + 400)
  }
})

test('another project is served in the very next turn, whatever waits before it', async () => {
  const { submit, turn, started } = open()
  for (let n = 0; n < 100; n++) submit('a', `a${n}`)
  for (let n = 0; n < 50; n++) await turn(10)
  submit('b', 'b')
  await turn(0)
  expect(started).toContain('b')
})

test('work whose caller is gone is not done', async () => {
  const { submit, turn, started, refused } = open()
  const gone = new AbortController()
  submit('a', 'first')
  submit('a', 'second', gone.signal)
  gone.abort()
  for (let n = 0; n < 5; n++) await turn(10)
  expect(started).toEqual(['first'])
  expect(refused).toEqual([gone.signal.reason])
})
