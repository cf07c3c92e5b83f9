import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { useConsole } from '../context.ts'

export interface Call<T> {
  /** The result of the last call that succeeded. */
  result: T | undefined
  isBusy: boolean
  /** Aborts the call before; a failure is reported, and removes the result. */
  run(call: (signal: AbortSignal) => Promise<T>): void
  clear(): void
}

/** A call that a person starts. */
export function useCall<T>(): Call<T> {
  const { report } = useConsole()
  const state = useSignal<{ result: T | undefined; isBusy: boolean }>({ result: undefined, isBusy: false })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const clear = () => {
    running.current?.abort()
    state.value = { result: undefined, isBusy: false }
  }
  return {
    ...state.value,
    clear,
    run(call) {
      running.current?.abort()
      const own = new AbortController()
      running.current = own
      state.value = { ...state.peek(), isBusy: true }
      call(own.signal).then(
        (result) => {
          if (!own.signal.aborted) state.value = { result, isBusy: false }
        },
        (error: unknown) => {
          if (own.signal.aborted) return
          clear()
          report(error)
        },
      )
    },
  }
}
