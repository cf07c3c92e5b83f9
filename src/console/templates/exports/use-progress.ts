import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Job, JobProgress } from '../../api/index.ts'
import { useConsole } from '../../context.ts'

/** Each takes one of the six connections that a browser opens to a server over HTTP/1.1. */
const maxWatched = 3

/** Progress of running jobs by id, from their events; `onEnd` is called whenever one of them ends. */
export function useProgress(jobIds: readonly string[], onEnd: () => void): ReadonlyMap<string, JobProgress> {
  const { api, report } = useConsole()
  const progress = useSignal<ReadonlyMap<string, JobProgress>>(new Map())
  const watched = jobIds.slice(-maxWatched)
  useEffect(() => {
    const stop = new AbortController()
    const follow = async (id: string) => {
      for await (const { data } of api.value.watch(`/jobs/${id}/events`, stop.signal)) {
        const { progress: latest } = data as Job
        if (latest !== null) progress.value = new Map(progress.peek()).set(id, latest)
      }
      if (!stop.signal.aborted) onEnd()
    }
    for (const id of watched) follow(id).catch((error: unknown) => stop.signal.aborted || report(error))
    return () => stop.abort()
  }, [watched.join(' ')])
  return progress.value
}
