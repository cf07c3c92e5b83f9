import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Template, TemplateFilterCounts, TemplatePage } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { type Filter, filterQuery } from './filter.ts'

/** Cards of one page: a multiple of the columns of common widths. */
const pageSize = 48

export interface TemplateList {
  templates: readonly Template[] | undefined
  counts: TemplateFilterCounts | undefined
  isLoading: boolean
  hasMore: boolean
  loadMore: () => void
  reload: () => void
}

/** The templates of a filter, page after page, with the counts of all filters. */
export function useTemplates(filter: Filter): TemplateList {
  const { api, report } = useConsole()
  const { folder, q, type, view } = filter
  const list = q === '' ? '/templates/my' : '/templates/search'
  const words = q === '' ? {} : { q }
  const inFolder = folder === '' ? {} : { folder_id: folder }
  const query = { ...filterQuery(filter), ...words, limit: pageSize }
  const first = useLatest((signal) => api.value.get<TemplatePage>(list, { query, signal }), [folder, q, type, view])
  const counts = useLatest(
    (signal) =>
      api.value.get<TemplateFilterCounts>('/templates/filter-counts', { query: { ...words, ...inFolder }, signal }),
    [folder, q],
  )
  const shown = useRef(first.value)
  shown.current = first.value
  const isLoadingMore = useSignal(false)
  const later = useSignal<readonly TemplatePage[]>([])
  useEffect(() => {
    later.value = []
  }, [first.value])
  const pages = first.value === undefined ? [] : [first.value, ...later.value]
  const cursor = pages.at(-1)?.page.next_cursor ?? undefined
  return {
    templates: first.value === undefined ? undefined : pages.flatMap(({ data }) => data),
    counts: counts.value,
    isLoading: first.isLoading || isLoadingMore.value,
    hasMore: cursor !== undefined,
    loadMore() {
      if (isLoadingMore.peek() || cursor === undefined) return
      isLoadingMore.value = true
      const of = first.value
      api.value
        .get<TemplatePage>(list, { query: { ...query, cursor } })
        .then((page) => {
          // The filter may have changed meanwhile.
          if (of === shown.current) later.value = [...later.peek(), page]
        }, report)
        .finally(() => (isLoadingMore.value = false))
    },
    reload() {
      first.reload()
      counts.reload()
    },
  }
}
