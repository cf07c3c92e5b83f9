import type { Template, TemplateFilterCounts } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { type Pages, usePages } from '../../parts/index.ts'
import { type Filter, filterQuery } from './filter.ts'

/** Cards of one page: a multiple of the columns of common widths. */
const pageSize = 48

interface TemplateList extends Pages<Template> {
  counts: TemplateFilterCounts | undefined
}

/** The templates of a filter, page after page, with the counts of all filters. */
export function useTemplates(filter: Filter): TemplateList {
  const { api } = useConsole()
  const { folder, q } = filter
  const words = q === '' ? {} : { q }
  const inFolder = folder === '' ? {} : { folder_id: folder }
  const list = usePages<Template>(q === '' ? '/templates/my' : '/templates/search', {
    ...filterQuery(filter),
    ...words,
    limit: pageSize,
  })
  const counts = useLatest(
    (signal) =>
      api.value.get<TemplateFilterCounts>('/templates/filter-counts', { query: { ...words, ...inFolder }, signal }),
    [folder, q],
  )
  return {
    ...list,
    counts: counts.value,
    reload() {
      list.reload()
      counts.reload()
    },
  }
}
