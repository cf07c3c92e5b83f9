import type { Query } from '../api/index.ts'

export const kinds = ['image', 'file'] as const
export const orders = ['-created_at', 'created_at', 'name', '-name'] as const

/** What the grid shows; all of it is in the URL. */
export interface Filter {
  q: string
  /** Empty for every kind. */
  kind: string
  sort: string
}

export const everything: Filter = { q: '', kind: '', sort: orders[0] }

export function readFilter(query: URLSearchParams): Filter {
  return {
    q: query.get('q') ?? '',
    kind: kinds.find((kind) => kind === query.get('kind')) ?? '',
    sort: orders.find((order) => order === query.get('sort')) ?? everything.sort,
  }
}

/** The path of the grid with this filter, and with the details of one asset open. */
export function filterUrl({ kind, q, sort }: Filter, assetId?: string): string {
  const query = new URLSearchParams()
  if (q !== '') query.set('q', q)
  if (kind !== '') query.set('kind', kind)
  if (sort !== everything.sort) query.set('sort', sort)
  if (assetId !== undefined) query.set('asset', assetId)
  const text = query.toString()
  return text === '' ? '/assets' : `/assets?${text}`
}

/** The filter as parameters of the list of the API. */
export function filterQuery({ kind, q, sort }: Filter): Query {
  return { sort, ...(q.trim() === '' ? {} : { q: q.trim() }), ...(kind === '' ? {} : { kind }) }
}
