import type { Query } from '../../api/index.ts'

/** What the gallery shows; all of it is in the URL. */
export interface Filter {
  view: View
  q: string
  type: string
  /** Id of a folder, `none` for templates in no folder, empty for all. */
  folder: string
}

export const everything: Filter = { view: 'all', q: '', type: '', folder: '' }

export const views = ['all', 'favorites', 'changed', 'in_review', 'draft', 'published', 'scheduled', 'trash'] as const
export type View = (typeof views)[number]

export function readFilter(query: URLSearchParams): Filter {
  return {
    view: views.find((view) => view === query.get('view')) ?? 'all',
    q: query.get('q') ?? '',
    type: query.get('type') ?? '',
    folder: query.get('folder') ?? '',
  }
}

/** The path of the gallery with this filter. */
export function filterUrl({ folder, q, type, view }: Filter): string {
  const query = new URLSearchParams()
  if (folder !== '') query.set('folder', folder)
  if (view !== 'all') query.set('view', view)
  if (q !== '') query.set('q', q)
  if (type !== '') query.set('type', type)
  const text = query.toString()
  return text === '' ? '/templates' : `/templates?${text}`
}

/** The filter as parameters of a list of the API. */
export function filterQuery({ folder, type, view }: Pick<Filter, 'folder' | 'type' | 'view'>): Query {
  return {
    ...(view === 'favorites' ? { favorite: true } : {}),
    ...(view === 'all' || view === 'favorites' ? {} : { status: view }),
    ...(type === '' ? {} : { type }),
    ...(folder === '' ? {} : { folder_id: folder }),
  }
}
