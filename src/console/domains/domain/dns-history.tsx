import { EmptyState } from '../../../ui/controls/index.ts'
import { historyIcon } from '../../../ui/icons/index.ts'
import type { DmarcDnsHistory, DmarcDomain } from '../../api/index.ts'
import { CsvDownload, Listed, usePages } from '../../parts/index.ts'
import { printDay, wordFor, words } from '../texts.ts'

const pageSize = 50

type SeenRecord = DmarcDnsHistory['data'][number]

/** Every record that the domain published, the newest first, with what changed. */
export function DnsHistory({ domain: { domain, id } }: { domain: DmarcDomain }) {
  const path = `/dmarc/domains/${id}/dns-history`
  const list = usePages<SeenRecord>(path, { limit: pageSize })
  return (
    <>
      {(list.value?.length ?? 0) > 0 ? (
        <div class="row">
          <CsvDownload path={path} name={`${domain}-dns-history`} label={words.t('csv')} />
        </div>
      ) : null}
      <Listed
        of={list}
        empty={<EmptyState icon={historyIcon} title={words.t('dnsNone')} text={words.t('dnsNoneText')} />}
      >
        {(records) => (
          <ol class="stack">
            {records.map((record) => (
              <li key={`${record.kind} ${record.name ?? ''} ${record.seen_at}`} class="panel">
                <DnsRecord record={record} />
              </li>
            ))}
          </ol>
        )}
      </Listed>
    </>
  )
}

function DnsRecord({ record }: { record: SeenRecord }) {
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
