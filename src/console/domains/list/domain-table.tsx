import type { DmarcDomain } from '../../api/index.ts'
import { LongTable, type RowProps } from '../../long/index.ts'
import { printDay, printRate, wordFor, words } from '../texts.ts'

export function DomainTable({ domains, hasMore }: { domains: readonly DmarcDomain[]; hasMore: boolean }) {
  return (
    <LongTable
      label={words.t('title')}
      columns={[
        words.t('domain'),
        words.t('status'),
        words.t('policy'),
        { number: words.t('volume') },
        { number: words.t('compliance') },
        words.t('lastReport'),
        { number: words.t('alerts') },
      ]}
      items={domains}
      hasMore={hasMore}
      keyOf={({ id }) => id}
      textOf={({ domain, status, verification }) =>
        [domain, wordFor('status', status), verification?.policy ?? ''].join(' ')
      }
    >
      {(domain, row) => <DomainRow key={row.key} row={row} domain={domain} />}
    </LongTable>
  )
}

function DomainRow({ domain, row }: { domain: DmarcDomain; row: RowProps }) {
  return (
    <tr {...row}>
      <td class="domain-name">
        <a href={`/domains/${domain.id}`}>{domain.domain}</a>
      </td>
      <td>
        <DomainStatus status={domain.status} />
      </td>
      <td>{domain.verification?.policy ?? '–'}</td>
      <td class="number">{words.number(domain.volume_30d)}</td>
      <td class="number">{printRate(domain.compliance_rate_30d)}</td>
      <td class="day">{domain.last_report_at === null ? words.t('never') : printDay(domain.last_report_at)}</td>
      <td class="number">{words.number(domain.open_alerts)}</td>
    </tr>
  )
}

const tones: Readonly<Record<string, string>> = { verified: 'badge-live', failing: 'badge-changed' }

export function DomainStatus({ status }: { status: string }) {
  return <span class={`badge ${tones[status] ?? ''}`}>{wordFor('status', status)}</span>
}
