import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Export } from '../../api/index.ts'
import { useConsole } from '../../context.ts'

export interface ExportRun {
  current: Export | undefined
  isBusy: boolean
  start(body: Record<string, unknown>): void
}

/** Creates an export and follows its job, if it has one, until it ends. */
export function useExport(): ExportRun {
  const { api, report } = useConsole()
  const state = useSignal<{ current: Export | undefined; isBusy: boolean }>({ current: undefined, isBusy: false })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  async function follow(body: Record<string, unknown>, signal: AbortSignal): Promise<void> {
    let current = await api.value.post<Export>('/export', body, { signal })
    state.value = { current, isBusy: current.job_id !== undefined }
    if (current.job_id === undefined) return
    const read = async () => {
      current = await api.value.get<Export>(`/export/${current.id}`, { signal })
      state.value = { current, isBusy: current.status === 'queued' || current.status === 'running' }
    }
    for await (const _ of api.value.watch(`/jobs/${current.job_id}/events`, signal)) await read()
    await read()
  }
  return {
    ...state.value,
    start(body) {
      running.current?.abort()
      const own = new AbortController()
      running.current = own
      state.value = { current: undefined, isBusy: true }
      follow(body, own.signal).catch((error: unknown) => {
        if (own.signal.aborted) return
        state.value = { ...state.peek(), isBusy: false }
        report(error)
      })
    },
  }
}
