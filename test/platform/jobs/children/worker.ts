/** A worker with tasks for tests. */
import { getPriority } from 'node:os'
import { threadId } from 'node:worker_threads'
import { serveTasks, spoilThread } from '../../../../src/platform/jobs/thread-tasks.ts'

let asked = 0

serveTasks({
  /** Keeps the processor busy for so many milliseconds. */
  spin: (ms: number) => {
    const end = performance.now() + ms
    let rounds = 0
    while (performance.now() < end) rounds++
    return rounds > 0
  },
  /** Keeps the processor busy until the shared number is no longer zero. */
  spinUntil: (isEnough: Int32Array) => {
    let rounds = 0
    while (Atomics.load(isEnough, 0) === 0) rounds++
    return rounds > 0
  },
  /** Keeps the thread for so many milliseconds, and no processor. */
  sleep: (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
  priority: () => getPriority(0),
  /** Identifies the thread. */
  thread: () => threadId,
  sum: ({ bytes }: { bytes: Uint8Array }) => bytes.reduce((sum, byte) => sum + byte, 0),
  double: (n: number) => n * 2,
  refuse: () => {
    throw new RangeError('too much')
  },
  /** How many times this thread was requested; it is not to be queried again when it is notified so. */
  count: (isLast: boolean) => {
    if (isLast) spoilThread()
    return ++asked
  },
  die: () => process.exit(3),
})
