import type { DmarcDomain } from '../../api/index.ts'
import { printDay, printRate, wordFor, words } from '../texts.ts'

export function DomainTable({ domains }: { domains: readonly DmarcDomain[] }) {
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label={words.t('title')}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{words.t('domain')}</th>
            <th scope="col">{words.t('status')}</th>
            <th scope="col">{words.t('policy')}</th>
            <th scope="col" class="number">
              {words.t('volume')}
            </th>
            <th scope="col" class="number">
              {words.t('compliance')}
            </th>
            <th scope="col">{words.t('lastReport')}</th>
            <th scope="col" class="number">
              {words.t('alerts')}
            </th>
          </tr>
        </thead>
        <tbody>
          {domains.map((domain) => (
            <DomainRow key={domain.id} domain={domain} />
          ))}
        </tbody>
      </table>
    </div>
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
