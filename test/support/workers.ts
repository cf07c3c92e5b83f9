/** Pools of threads in the place of real ones. */
import type { WorkerPool, Workers } from '../../src/platform/jobs/index.ts'

/** A pool whose tasks all are done by one function. */
export function poolOf(run: Workers['runInWorker']): WorkerPool {
  return {
    forCaller: (context) => ({
      context,
      runInWorker: run,
      runWithin: (_deadlineMs, task, input, signal) => run(task, input, signal),
      runEmitting: (task, input, _consume, signal) => run(task, input, signal),
    }),
    measure: () => undefined,
    close: () => undefined,
  }
}

/** A pool that nothing should use. */
export const noWorkers: WorkerPool = poolOf(() => Promise.reject(new Error('No thread is asked.')))
