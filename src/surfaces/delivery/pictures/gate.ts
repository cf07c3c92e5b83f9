import { fail } from '../../../kernel/errors/index.ts'

/** Lets so much work run at once, has some wait, and turns the rest away. */
export interface Gate {
  /** Runs the work in its turn. Fails with IMAGES_BUSY when too much waits already. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** A gate for `atOnce` pieces of work, behind which at most `waiting` wait. */
export function createGate({ atOnce, waiting }: { atOnce: number; waiting: number }): Gate {
  let running = 0
  const queue: (() => void)[] = []

  function leave(): void {
    running--
    queue.shift()?.()
  }

  return {
    async run(work) {
      if (running >= atOnce) {
        if (queue.length >= waiting) fail('IMAGES_BUSY', { headers: { 'retry-after': '2' } })
        await new Promise<void>((resolve) => queue.push(resolve))
      }
      running++
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
