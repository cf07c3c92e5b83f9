import type { Query } from '../../api/index.ts'

export interface RuleFilter {
  q: string
  list: string
  kind: string
}

export function filterOf(query: URLSearchParams): RuleFilter {
  return { q: query.get('q') ?? '', list: query.get('list') ?? '', kind: query.get('kind') ?? '' }
}

export function pathOf(filter: RuleFilter): string {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''))
  return `/verification/allow-block${query.size === 0 ? '' : `?${query}`}`
}

/** As the API takes it: an email address selects its own entry, a domain all of its entries. */
export function queryOf({ kind, list, q }: RuleFilter): Query {
  return {
    list: list === '' ? undefined : list,
    kind: kind === '' ? undefined : kind,
    ...(q === '' ? {} : { [isAddress(q) ? 'value' : 'domain']: q }),
  }
}

export function isAddress(text: string): boolean {
  return /[^*@\s]@/.test(text)
}
