import { EmptyState } from '../../../ui/controls/index.ts'
import { Icon, checksIcon, chevronLeftIcon } from '../../../ui/icons/index.ts'
import type { DmarcReport } from '../../api/index.ts'
import { LongTable } from '../../long/index.ts'
import { CsvDownload, Listed, usePages } from '../../parts/index.ts'
import { printDay, wordFor, words } from '../texts.ts'
import { ReportDialog } from './report-dialog.tsx'
import { useConsole } from '../../context.ts'

const pageSize = 50
const path = '/dmarc/reports'
const page = '/domains/quarantine'

/** Reports about domains that the project does not have, which count once their domain is added. */
export function OtherReports() {
  const { router } = useConsole()
  const list = usePages<DmarcReport>(path, { limit: pageSize })
  const open = router.url.value.query.get('report')
  return (
    <>
      <a class="row" href="/domains">
        <Icon d={chevronLeftIcon} size={14} />
        {words.t('back')}
      </a>
      <header class="page-head">
        <h1>{words.t('otherReports')}</h1>
        {(list.value?.length ?? 0) > 0 ? <CsvDownload path={path} name="other-reports" label={words.t('csv')} /> : null}
      </header>
      <p class="soft words">{words.t('otherReportsText')}</p>
      <Listed
        of={list}
        empty={<EmptyState icon={checksIcon} title={words.t('noOtherReports')} text={words.t('noOtherReportsText')} />}
      >
        {(reports) => <OtherReportTable reports={reports} hasMore={list.hasMore} />}
      </Listed>
      {open === null ? null : <ReportDialog id={open} onClose={() => router.go(page)} />}
    </>
  )
}

function OtherReportTable({ hasMore, reports }: { hasMore: boolean; reports: readonly DmarcReport[] }) {
  return (
    <LongTable
      label={words.t('otherReports')}
      columns={[
        words.t('domain'),
        words.t('organization'),
        words.t('type'),
        words.t('period'),
        { number: words.t('messages') },
        words.t('toCount'),
      ]}
      items={reports}
      hasMore={hasMore}
      keyOf={({ id }) => id}
      textOf={({ domain, organization, type }) => [domain, organization, wordFor('type', type)].join(' ')}
    >
      {({ begin, domain, end, id, messages, organization, type }, row) => (
        <tr {...row}>
          <td class="domain-name">{domain}</td>
          <td>
            <a href={`${page}?report=${id}`}>{organization}</a>
          </td>
          <td>{wordFor('type', type)}</td>
          <td class="day">
            {printDay(begin)} – {printDay(end)}
          </td>
          <td class="number">{words.number(messages)}</td>
          <td>
            <a href={`/domains?new=${encodeURIComponent(domain)}`}>{words.t('add')}</a>
          </td>
        </tr>
      )}
    </LongTable>
  )
}
