import { EmptyState } from '../../../ui/controls/index.ts'
import { historyIcon } from '../../../ui/icons/index.ts'
import type { DmarcDnsHistory, DmarcDomain } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { Loaded } from '../../parts/index.ts'
import { printDay, wordFor, words } from '../texts.ts'

const shown = 100

/** Every record that the domain published, the newest first, with what changed. */
export function DnsHistory({ domain: { id } }: { domain: DmarcDomain }) {
  const { api } = useConsole()
  const latest = useLatest(
    (signal) => api.value.get<DmarcDnsHistory>(`/dmarc/domains/${id}/dns-history`, { query: { limit: shown }, signal }),
    [id],
  )
  return (
    <Loaded from={latest}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState icon={historyIcon} title={words.t('dnsNone')} text={words.t('dnsNoneText')} />
        ) : (
          <ol class="stack">
            {data.map((record) => (
              <li key={`${record.kind} ${record.name ?? ''} ${record.seen_at}`} class="panel">
                <DnsRecord record={record} />
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  )
}

function DnsRecord({ record }: { record: DmarcDnsHistory['data'][number] }) {
  const { changes, kind, last_seen_at: to, name, record: text, seen_at: from, weakened } = record
  return (
    <>
      <div class="panel-head">
        <h2>
          {kind.toUpperCase().replaceAll('_', '-')}
          {name === null ? null : <code dir="ltr"> {name}</code>}
        </h2>
        <span class="row">
          {weakened ? <span class="badge badge-changed">{words.t('weakened')}</span> : null}
          <span class="soft">{words.t('since', { from: printDay(from), to: printDay(to) })}</span>
        </span>
      </div>
      <p class="words">{text === null ? words.t('notPublished') : <code dir="ltr">{text}</code>}</p>
      {changes.length === 0 ? null : (
        <ul class="words soft">
          {changes.map((change) => (
            <li key={change}>{wordFor('change', change)}</li>
          ))}
        </ul>
      )}
    </>
  )
}
