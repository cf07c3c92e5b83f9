import { EmptyState } from '../../../ui/controls/index.ts'
import { Select } from '../../../ui/fields/index.ts'
import { checksIcon } from '../../../ui/icons/index.ts'
import type { DmarcDomain, DmarcSource } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { type RowProps, LongTable } from '../../long/index.ts'
import { CsvDownload, Listed, usePages } from '../../parts/index.ts'
import { printDay, printRate, wordFor, words } from '../texts.ts'
import { RangeSelect, useRange } from '../range.tsx'

const classes = ['own', 'forwarder', 'threat', 'unknown'] as const
const pageSize = 50

/** Who sent in the name of the domain. The class decides what a policy would cost, so it can be corrected here. */
export function Sources({ domain: { domain, id } }: { domain: DmarcDomain }) {
  const days = useRange()
  const path = `/dmarc/domains/${id}/sources`
  const list = usePages<DmarcSource>(path, { days, limit: pageSize })
  return (
    <>
      <div class="panel-head">
        <RangeSelect />
        <CsvDownload path={path} query={{ days }} name={`${domain}-sources`} label={words.t('csv')} />
      </div>
      <Listed
        of={list}
        empty={<EmptyState icon={checksIcon} title={words.t('noSources')} text={words.t('noSourcesText')} />}
      >
        {(sources) => <SourceTable domainId={id} sources={sources} hasMore={list.hasMore} onChange={list.reload} />}
      </Listed>
    </>
  )
}

interface SourceTableProps {
  domainId: string
  sources: readonly DmarcSource[]
  hasMore: boolean
  onChange: () => void
}

function SourceTable({ domainId, hasMore, onChange, sources }: SourceTableProps) {
  return (
    <LongTable
      label={words.t('tab.sources')}
      columns={[
        words.t('source'),
        words.t('class'),
        { number: words.t('messages') },
        { number: words.t('compliance') },
        { number: words.t('ips') },
        words.t('seen'),
      ]}
      items={sources}
      hasMore={hasMore}
      keyOf={({ key }) => key}
      textOf={(source) => [source.key, wordFor('class', source.class)].join(' ')}
    >
      {(source, row) => <SourceRow key={row.key} row={row} domainId={domainId} source={source} onChange={onChange} />}
    </LongTable>
  )
}

interface SourceRowProps {
  domainId: string
  source: DmarcSource
  row: RowProps
  onChange: () => void
}

function SourceRow({ domainId, onChange, row, source }: SourceRowProps) {
  const { api, report, toaster } = useConsole()
  const { evidence, key } = source
  const reasons = evidence.map(({ detail }) => detail)
  const classify = async (value: string) => {
    try {
      await api.value.put(`/dmarc/domains/${domainId}/sources/${encodeURIComponent(key)}`, { class: value })
      toaster.show(words.t('classified', { class: wordFor('class', value), source: key }))
      onChange()
    } catch (error) {
      report(error)
    }
  }
  return (
    <tr {...row}>
      <td>
        {key}
        <br />
        <small class="soft">
          {wordFor('by', source.identified_by)}
          {source.classified_by === null ? '' : ` · ${words.t('byPerson', { name: source.classified_by })}`}
        </small>
        {reasons.length === 0 ? null : <Reasons reasons={reasons} />}
      </td>
      <td>
        <Select
          label={words.t('classOf', { source: key })}
          value={source.class}
          options={classes.map((value) => ({ value, label: wordFor('class', value) }))}
          onChange={(value) => void classify(value)}
        />
      </td>
      <td class="number">{words.number(source.messages)}</td>
      <td class="number">{printRate(source.compliance_rate)}</td>
      <td class="number">{words.number(source.ips)}</td>
      <td class="day">
        {printDay(source.first_seen)} – {printDay(source.last_seen)}
      </td>
    </tr>
  )
}

/** The strongest reason for a class, and the others on demand. */
function Reasons({ reasons: [first, ...others] }: { reasons: readonly string[] }) {
  return (
    <div class="words soft reasons">
      <small>{first}</small>
      {others.length === 0 ? null : (
        <details>
          <summary>
            <small>{words.t('moreReasons', { count: others.length })}</small>
          </summary>
          <ul>
            {others.map((reason) => (
              <li key={reason}>
                <small>{reason}</small>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
