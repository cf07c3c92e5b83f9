import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { useConsole } from './context.ts'

export interface Latest<T> {
  /** The last value; kept while the next one loads. */
  value: T | undefined
  isLoading: boolean
  /** Why the last request failed; undefined if it succeeded. */
  error: unknown
  reload(): void
  /** Replaces the value until the next request, for changes that are already stored. */
  change(value: T): void
}

/** Loads again whenever a dependency changes, and aborts the request before. */
export function useLatest<T>(load: (signal: AbortSignal) => Promise<T>, deps: readonly unknown[]): Latest<T> {
  const { report } = useConsole()
  const state = useSignal<{ value: T | undefined; isLoading: boolean; error: unknown }>({
    value: undefined,
    isLoading: true,
    error: undefined,
  })
  const turn = useSignal(0)
  const latest = useRef(load)
  latest.current = load
  useEffect(() => {
    const stop = new AbortController()
    state.value = { ...state.peek(), isLoading: true }
    latest.current(stop.signal).then(
      (value) => {
        if (!stop.signal.aborted) state.value = { value, isLoading: false, error: undefined }
      },
      (error: unknown) => {
        if (stop.signal.aborted) return
        state.value = { ...state.peek(), isLoading: false, error }
        report(error)
      },
    )
    return () => stop.abort()
  }, [...deps, turn.value])
  return {
    ...state.value,
    reload: () => void (turn.value += 1),
    change: (value) => void (state.value = { ...state.peek(), value }),
  }
}
