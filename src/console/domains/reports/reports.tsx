import { useSignal } from '@preact/signals'
import { EmptyState } from '../../../ui/controls/index.ts'
import { Select } from '../../../ui/fields/index.ts'
import { mailIcon } from '../../../ui/icons/index.ts'
import type { DmarcDomain, DmarcReport } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { LongTable } from '../../long/index.ts'
import { CsvDownload, Listed, usePages } from '../../parts/index.ts'
import { printDay, printRate, wordFor, words } from '../texts.ts'
import { ReportDialog } from './report-dialog.tsx'
import { ReportDrop } from './report-drop.tsx'

const types = ['all', 'aggregate', 'failure', 'tls'] as const
const pageSize = 50

/** The reports of a domain, the newest first, and a place to drop others. */
export function Reports({ domain: { domain, id } }: { domain: DmarcDomain }) {
  const { router } = useConsole()
  const type = useSignal<(typeof types)[number]>('all')
  const path = `/dmarc/domains/${id}/reports`
  const query = { type: type.value === 'all' ? undefined : type.value }
  const list = usePages<DmarcReport>(path, { ...query, limit: pageSize })
  const open = router.url.value.query.get('report')
  return (
    <>
      <ReportDrop onStored={list.reload} />
      <div class="panel-head">
        <Select
          label={words.t('type')}
          value={type.value}
          options={types.map((value) => ({ value, label: wordFor('type', value) }))}
          onChange={(value) => (type.value = value)}
        />
        <CsvDownload path={path} query={query} name={`${domain}-reports`} label={words.t('csv')} />
      </div>
      <Listed
        of={list}
        empty={<EmptyState icon={mailIcon} title={words.t('noReports')} text={words.t('noReportsText')} />}
      >
        {(reports) => <ReportTable reports={reports} hasMore={list.hasMore} path={router.url.value.path} />}
      </Listed>
      {open === null ? null : <ReportDialog id={open} onClose={() => router.go(router.url.value.path)} />}
    </>
  )
}

interface ReportTableProps {
  path: string
  reports: readonly DmarcReport[]
  hasMore: boolean
}

function ReportTable({ hasMore, path, reports }: ReportTableProps) {
  return (
    <LongTable
      label={words.t('tab.reports')}
      columns={[
        words.t('organization'),
        words.t('type'),
        words.t('period'),
        { number: words.t('messages') },
        { number: words.t('compliance') },
        words.t('via'),
      ]}
      items={reports}
      hasMore={hasMore}
      keyOf={({ id }) => id}
      textOf={({ id, organization, type, via }) => [organization, wordFor('type', type), via, id].join(' ')}
    >
      {({ begin, compliant, end, id, messages, organization, type, via }, row) => (
        <tr {...row}>
          <td>
            <a href={`${path}?report=${id}`}>{organization}</a>
          </td>
          <td>{wordFor('type', type)}</td>
          <td class="day">
            {printDay(begin)} – {printDay(end)}
          </td>
          <td class="number">{words.number(messages)}</td>
          <td class="number">{printRate(messages === 0 ? null : compliant / messages)}</td>
          <td>{via}</td>
        </tr>
      )}
    </LongTable>
  )
}
