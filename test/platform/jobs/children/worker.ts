/** A worker with tasks for tests. */
import { serveTasks } from '../../../../src/platform/jobs/workers/serve.ts'

serveTasks({
  /** Keeps the processor busy for so many milliseconds. */
  spin: (ms: number) => {
    const end = performance.now() + ms
    let rounds = 0
    while (performance.now() < end) rounds++
    return rounds > 0
  },
  double: (n: number) => n * 2,
  refuse: () => {
    throw new RangeError('too much')
  },
  die: () => process.exit(3),
})
