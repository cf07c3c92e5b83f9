import { readPage } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { csvOfRows } from '../csv.ts'
import type { ReportAddresses } from './addresses.ts'
import type { DmarcDomainPage, ListDomains } from './contract.ts'
import { recentDays } from './domains.ts'
import { presentDomain } from './present.ts'
import { type DomainRow, type Volume, countOpenIncidents, selectDomains, selectVolumes } from './store.ts'
import { selectHiddenGroups } from './visibility.ts'

const csvColumns = [
  'id',
  'domain',
  'status',
  'group',
  'expected_policy',
  'volume_30d',
  'compliant_30d',
  'compliance_rate_30d',
  'last_report_at',
  'open_alerts',
  'created_at',
] as const

/**
 * One page of the project's domains. All of them, at most `limits.dmarcDomains`, are read and sorted here, because figures
 * that are computed decide the order.
 */
export async function listDomains(
  store: Store,
  caller: Caller,
  query: ListDomains,
  addresses: ReportAddresses,
): Promise<DmarcDomainPage> {
  const { read } = store
  const [all, hidden, volumes, incidents] = await Promise.all([
    selectDomains(read, caller.projectId),
    selectHiddenGroups(read, caller),
    selectVolumes(read, caller.projectId, recentDays(read.nowMs())),
    countOpenIncidents(read, caller.projectId),
  ])
  const { group, q, sort = 'domain', status } = query
  const part = q?.trim().toLowerCase() ?? ''
  const positionOf = (row: DomainRow) => [sortValue(sort, row, volumes.get(row.no)), row.domain]
  const chosen = all
    .filter((row) => (status === undefined || row.status === status) && row.domain.includes(part))
    .filter((row) => group === undefined || row.groupName === group)
    .filter((row) => row.groupName === null || !hidden.has(row.groupName))
    .map((row) => ({ row, position: positionOf(row) }))
    .toSorted((a, b) => compare(a.position, b.position))
  const show = (row: DomainRow) =>
    presentDomain(row, { volume: volumes.get(row.no), openAlerts: incidents.get(row.no) }, addresses)
  if (query.format === 'csv')
    return csvOfRows(
      'dmarc-domains.csv',
      csvColumns,
      chosen.map(({ row }) => show(row)),
    ) as never
  const { items, page } = await readPage(query, {
    key: `dmarc domains ${caller.projectId} ${JSON.stringify([part, status, group, sort])}`,
    read: async ({ after, limit }) => {
      const rest = after === undefined ? chosen : chosen.filter(({ position }) => compare(position, after) > 0)
      return rest.slice(0, limit)
    },
    positionOf: ({ position }) => position,
  })
  return { data: items.map(({ row }) => show(row)), page }
}

function sortValue(sort: NonNullable<ListDomains['sort']>, row: DomainRow, volume: Volume | undefined): number {
  if (sort === 'created_at') return row.createdAt
  if (sort === 'last_report') return -(row.lastReportAt ?? 0)
  if (sort === 'volume') return -(volume?.messages ?? 0)
  // Domains without reports come last.
  if (sort === 'compliance')
    return volume === undefined || volume.messages === 0 ? 2 : volume.compliant / volume.messages
  return 0
}

type Position = readonly unknown[]

function compare([a, nameA]: Position, [b, nameB]: Position): number {
  if (a !== b) return Number(a) - Number(b)
  return String(nameA) < String(nameB) ? -1 : Number(String(nameA) > String(nameB))
}
