import type { DmarcReportDetail } from '../../api/index.ts'
import { Table } from '../../parts/index.ts'
import { words } from '../texts.ts'

const columns = ['sourceIp', 'headerFrom', 'disposition', 'dkim', 'spf'] as const

export function ReportRecords({ records }: { records: DmarcReportDetail['record_data'] }) {
  const yesNo = (value: boolean) => <span class={value ? 'good' : 'bad'}>{words.t(value ? 'yes' : 'no')}</span>
  return (
    <Table
      label={words.t('report', { organization: '' })}
      columns={[...columns.map((column) => words.t(column)), { number: words.t('messages') }]}
    >
      {records.map((record, index) => (
        <tr key={index}>
          <td>{record.source_ip}</td>
          <td>{record.header_from}</td>
          <td>{record.disposition}</td>
          <td>{yesNo(record.dkim_aligned)}</td>
          <td>{yesNo(record.spf_aligned)}</td>
          <td class="number">{words.number(record.messages)}</td>
        </tr>
      ))}
    </Table>
  )
}

export function TlsPolicies({ policies }: { policies: DmarcReportDetail['tls_policies'] }) {
  return (
    <ul class="stack">
      {policies.map((policy, index) => (
        <li key={index} class="words">
          <b>
            {policy.domain} ({policy.policy_type})
          </b>{' '}
          {words.t('sessions')}: {words.number(policy.successful_sessions + policy.failed_sessions)} ·{' '}
          {words.t('failed')}: {words.number(policy.failed_sessions)}
          {policy.failures.map((failure, at) => (
            <p key={at} class="soft">
              {failure.result_type} · {failure.receiving_mx ?? failure.receiving_ip ?? ''} ·{' '}
              {words.number(failure.sessions)}
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}
