import { useSignal } from '@preact/signals'
import { Button, EmptyState } from '../../../ui/controls/index.ts'
import { Select } from '../../../ui/fields/index.ts'
import { checksIcon } from '../../../ui/icons/index.ts'
import type { DmarcDomain, DmarcSource, DmarcSourcePage } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { Loaded, Table, saveFile } from '../../parts/index.ts'
import { printDay, printRate, wordFor, words } from '../texts.ts'
import { RangeSelect, useRange } from '../range.tsx'

const classes = ['own', 'forwarder', 'threat', 'unknown'] as const
const step = 50

/** Who sent in the name of the domain. The class decides what a policy would cost, so it can be corrected here. */
export function Sources({ domain: { domain, id } }: { domain: DmarcDomain }) {
  const { api, report } = useConsole()
  const days = useRange()
  const limit = useSignal(step)
  const path = `/dmarc/domains/${id}/sources`
  const latest = useLatest(
    (signal) => api.value.get<DmarcSourcePage>(path, { query: { days, limit: limit.value }, signal }),
    [id, days, limit.value],
  )
  const save = () =>
    void api.value
      .download(path, { query: { days, format: 'csv' } })
      .then((file) => saveFile(file, `${domain}-sources.csv`))
      .catch(report)
  return (
    <>
      <div class="panel-head">
        <RangeSelect />
        <Button onClick={save}>{words.t('csv')}</Button>
      </div>
      <Loaded from={latest}>
        {({ data, page }) =>
          data.length === 0 ? (
            <EmptyState icon={checksIcon} title={words.t('noSources')} text={words.t('noSourcesText')} />
          ) : (
            <section class="panel">
              <SourceTable domainId={id} sources={data} onChange={latest.reload} />
              {page.has_more && limit.value < 2 * step ? (
                <Button onClick={() => (limit.value = 2 * step)}>{words.t('more')}</Button>
              ) : null}
            </section>
          )
        }
      </Loaded>
    </>
  )
}

interface SourceTableProps {
  domainId: string
  sources: readonly DmarcSource[]
  onChange: () => void
}

function SourceTable({ domainId, onChange, sources }: SourceTableProps) {
  return (
    <Table
      label={words.t('tab.sources')}
      columns={[
        words.t('source'),
        words.t('class'),
        { number: words.t('messages') },
        { number: words.t('compliance') },
        { number: words.t('ips') },
        words.t('seen'),
      ]}
    >
      {sources.map((source) => (
        <SourceRow key={source.key} domainId={domainId} source={source} onChange={onChange} />
      ))}
    </Table>
  )
}

function SourceRow({ domainId, onChange, source }: { domainId: string; source: DmarcSource; onChange: () => void }) {
  const { api, report, toaster } = useConsole()
  const { key } = source
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
    <tr>
      <td>
        {key}
        <br />
        <small class="soft">
          {wordFor('by', source.identified_by)}
          {source.classified_by === null ? '' : ` · ${words.t('byPerson', { name: source.classified_by })}`}
        </small>
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
