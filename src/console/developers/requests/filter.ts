/** Names of the filters, as in the query of the API. */
export const filterNames = ['status', 'key_id', 'operation', 'request_id'] as const

export type RequestFilter = Partial<Record<(typeof filterNames)[number], string>>

/** Those of the URL that are not empty. */
export function filterOf(query: URLSearchParams): RequestFilter {
  return Object.fromEntries(
    filterNames.map((name) => [name, query.get(name) ?? '']).filter(([, value]) => value !== ''),
  )
}

export function requestsPath(filter: RequestFilter): string {
  const query = new URLSearchParams(filter)
  return query.size === 0 ? '/developers/requests' : `/developers/requests?${query}`
}
