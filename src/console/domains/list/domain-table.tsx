import type { DmarcDomain } from '../../api/index.ts'
import { Table } from '../../parts/index.ts'
import { printDay, printRate, wordFor, words } from '../texts.ts'

export function DomainTable({ domains }: { domains: readonly DmarcDomain[] }) {
  return (
    <Table
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
    >
      {domains.map((domain) => (
        <DomainRow key={domain.id} domain={domain} />
      ))}
    </Table>
  )
}

function DomainRow({ domain }: { domain: DmarcDomain }) {
  return (
    <tr>
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
