/** Names of the filters, as in the query of the API. */
export const filterNames = ['action', 'actor_id', 'target', 'email', 'since', 'until'] as const

export type AuditFilter = Partial<Record<(typeof filterNames)[number], string>>

/** Those of the URL that are not empty. */
export function filterOf(query: URLSearchParams): AuditFilter {
  return Object.fromEntries(
    filterNames.map((name) => [name, query.get(name) ?? '']).filter(([, value]) => value !== ''),
  )
}

export function auditPath(filter: AuditFilter): string {
  const query = new URLSearchParams(filter)
  return query.size === 0 ? '/operations/audit' : `/operations/audit?${query}`
}
