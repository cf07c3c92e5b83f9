import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
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
  const { q, type, view } = filter
  const list = q === '' ? '/templates/my' : '/templates/search'
  const words = q === '' ? {} : { q }
  const query = { ...filterQuery(filter), ...words, limit: pageSize }
  const first = useLatest((signal) => api.value.get<TemplatePage>(list, { query, signal }), [q, type, view])
  const counts = useLatest(
    (signal) => api.value.get<TemplateFilterCounts>('/templates/filter-counts', { query: { ...words }, signal }),
    [q],
  )
  const later = useSignal<readonly TemplatePage[]>([])
  useEffect(() => {
    later.value = []
  }, [first.value])
  const pages = first.value === undefined ? [] : [first.value, ...later.value]
  const cursor = pages.at(-1)?.page.next_cursor ?? undefined
  return {
    templates: first.value === undefined ? undefined : pages.flatMap(({ data }) => data),
    counts: counts.value,
    isLoading: first.isLoading,
    hasMore: cursor !== undefined,
    loadMore() {
      api.value
        .get<TemplatePage>(list, { query: { ...query, cursor } })
        .then((page) => (later.value = [...later.peek(), page]), report)
    },
    reload() {
      first.reload()
      counts.reload()
    },
  }
}
