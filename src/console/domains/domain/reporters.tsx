import type { DmarcAnalytics } from '../../api/index.ts'
import { Table } from '../../parts/index.ts'
import { printDay, words } from '../texts.ts'

/** The receivers that reported, and the TLS sessions that they saw. */
export function Reporters({ figures: { reporters, tls } }: { figures: DmarcAnalytics }) {
  return (
    <>
      {reporters.length === 0 ? null : (
        <section class="panel">
          <h2>{words.t('reporters')}</h2>
          <Table
            label={words.t('reporters')}
            columns={[
              words.t('organization'),
              { number: words.t('reports') },
              { number: words.t('messages') },
              words.t('lastReport'),
            ]}
          >
            {reporters.map(({ last_report_at: last, messages, organization, reports }) => (
              <tr key={organization}>
                <td class="source-name">{organization}</td>
                <td class="number">{words.number(reports)}</td>
                <td class="number">{words.number(messages)}</td>
                <td class="day">{printDay(last)}</td>
              </tr>
            ))}
          </Table>
        </section>
      )}
      <section class="panel">
        <h2>{words.t('tls')}</h2>
        <p class="words">
          {tls.reports === 0
            ? words.t('tlsNone')
            : words.t('tlsWords', { failed: tls.failed, reports: tls.reports, sessions: tls.sessions })}
        </p>
      </section>
    </>
  )
}
