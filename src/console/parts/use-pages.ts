import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { PageInfo, Query } from '../api/index.ts'
import { useConsole } from '../context.ts'
import { type Latest, useLatest } from '../latest.ts'

interface Page<T> {
  data: readonly T[]
  page: PageInfo
}

export interface Pages<T> extends Pick<Latest<readonly T[]>, 'value' | 'isLoading' | 'error' | 'reload'> {
  hasMore: boolean
  isLoadingMore: boolean
  loadMore(): void
  /** All items, also those of pages that are not loaded, up to a number; `isComplete` is false if there are more. */
  readAll(max: number, signal: AbortSignal): Promise<{ rows: readonly T[]; isComplete: boolean }>
}

/** Items of the largest page of the API. */
const largestPage = 100

/** A list of the API, page after page. */
export function usePages<T>(path: string, query: Query): Pages<T> {
  const { api, report } = useConsole()
  const key = JSON.stringify([path, query])
  const first = useLatest((signal) => api.value.get<Page<T>>(path, { query, signal }), [key])
  const later = useSignal<{ of: unknown; pages: readonly Page<T>[] }>({ of: undefined, pages: [] })
  const isLoadingMore = useSignal(false)
  useEffect(() => {
    isLoadingMore.value = false
  }, [first.value])
  const { value } = first
  const pages = value === undefined ? [] : [value, ...(later.value.of === value ? later.value.pages : [])]
  const cursor = pages.at(-1)?.page.next_cursor ?? undefined
  return {
    value: value === undefined ? undefined : pages.flatMap(({ data }) => data),
    isLoading: first.isLoading,
    error: first.error,
    reload: first.reload,
    hasMore: cursor !== undefined,
    isLoadingMore: isLoadingMore.value,
    loadMore() {
      if (isLoadingMore.peek() || cursor === undefined) return
      isLoadingMore.value = true
      api.value
        .get<Page<T>>(path, { query: { ...query, cursor } })
        .then((page) => (later.value = { of: value, pages: [...pages.slice(1), page] }), report)
        .finally(() => (isLoadingMore.value = false))
    },
    async readAll(max, signal) {
      const calls = api.peek()
      const rows: T[] = []
      let next: string | undefined
      do {
        const cursorOf = next === undefined ? {} : { cursor: next }
        const { data, page } = await calls.get<Page<T>>(path, {
          query: { ...query, limit: Math.min(largestPage, max - rows.length), ...cursorOf },
          signal,
        })
        rows.push(...data)
        next = page.next_cursor ?? undefined
      } while (next !== undefined && rows.length < max)
      return { rows, isComplete: next === undefined }
    },
  }
}
