import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Export } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { followExport } from './follow-export.ts'

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
  return {
    ...state.value,
    start(body) {
      running.current?.abort()
      const own = new AbortController()
      running.current = own
      state.value = { current: undefined, isBusy: true }
      const onChange = (current: Export) => {
        const isRunning = current.status === 'queued' || current.status === 'running'
        state.value = { current, isBusy: current.job_id !== undefined && isRunning }
      }
      followExport(api.value, body, { signal: own.signal, onChange }).catch((error: unknown) => {
        if (own.signal.aborted) return
        state.value = { ...state.peek(), isBusy: false }
        report(error)
      })
    },
  }
}
