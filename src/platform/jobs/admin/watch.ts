import type { Store } from '../../storage/index.ts'
import { changedChannel } from '../channels.ts'
import { type JobSnapshot, findJob } from './admin.ts'

const pollMs = 1000

/**
 * The job as it stands, and again whenever that has changed, until it is finished, gone, or the signal aborts. Changes
 * that follow each other closely come as one.
 */
export async function* watchJob(store: Store, id: string, signal?: AbortSignal): AsyncGenerator<JobSnapshot> {
  let wake = () => undefined as void
  const stopListening = store.listen(changedChannel, () => wake())
  const onAbort = () => wake()
  signal?.addEventListener('abort', onAbort)
  try {
    for (let seen = ''; signal?.aborted !== true;) {
      // Before the look: what changes during it is inspected again.
      const news = new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      const job = await findJob(store.read, id)
      if (job === undefined) return
      const now = JSON.stringify(job)
      if (now !== seen) yield job
      seen = now
      if (job.finishedAt !== null) return
      await news
    }
  } finally {
    wake()
    stopListening()
    signal?.removeEventListener('abort', onAbort)
  }
}
