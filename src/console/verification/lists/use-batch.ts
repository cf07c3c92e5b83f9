import { useEffect } from 'preact/hooks'
import type { Batch } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { type Latest, useLatest } from '../../latest.ts'

/** A batch, followed by the events of its job while it runs. */
export function useBatch(id: string): Latest<Batch> {
  const { api, report } = useConsole()
  const path = `/verify/batch/${id}`
  const batch = useLatest((signal) => api.value.get<Batch>(path, { signal }), [id])
  const isOver = batch.value === undefined || isFinished(batch.value)
  useEffect(() => {
    if (isOver) return
    const stop = new AbortController()
    const follow = async () => {
      for await (const _ of api.value.watch(`/jobs/${id}/events`, stop.signal))
        batch.change(await api.value.get<Batch>(path, { signal: stop.signal }))
    }
    follow().catch((error: unknown) => stop.signal.aborted || report(error))
    return () => stop.abort()
  }, [isOver])
  return batch
}

export function isFinished({ status }: Batch): boolean {
  return status !== 'pending' && status !== 'processing'
}
