import type { AmpFinding } from '../email/render/index.ts'
import { limits } from '../kernel/limits.ts'
import { TaskTimeout, type WorkerPool } from '../platform/jobs/index.ts'
import type { AmpDeps } from '../surfaces/amp/index.ts'

/** Validates AMP parts of any origin in worker threads. */
export function ampValidator(workers: Pick<WorkerPool, 'forCaller'>): AmpDeps['validateAmp'] {
  return async (amp, work) => {
    // The task reads NUL as the mark of a node.
    const toCheck = { marked: amp.replaceAll('\0', ''), isPassed: false }
    try {
      return await workers.forCaller(work).runWithin<AmpFinding[]>(limits.ampCheckMs, 'validateAmp', toCheck)
    } catch (error) {
      if (!(error instanceof TaskTimeout)) throw error
      return undefined
    }
  }
}
