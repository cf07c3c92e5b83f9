import { useSignal } from '@preact/signals'
import { Button, EmptyState } from '../../../ui/controls/index.ts'
import { Select } from '../../../ui/fields/index.ts'
import { mailIcon } from '../../../ui/icons/index.ts'
import type { DmarcDomain, DmarcReport, DmarcReportPage } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { Loaded, Table, saveFile } from '../../parts/index.ts'
import { printDay, printRate, wordFor, words } from '../texts.ts'
import { ReportDialog } from './report-dialog.tsx'
import { ReportDrop } from './report-drop.tsx'

const types = ['all', 'aggregate', 'failure', 'tls'] as const
const step = 50

/** The reports of a domain, the newest first, and a place to drop others. */
export function Reports({ domain: { domain, id } }: { domain: DmarcDomain }) {
  const { api, report, router } = useConsole()
  const type = useSignal<(typeof types)[number]>('all')
  const limit = useSignal(step)
  const path = `/dmarc/domains/${id}/reports`
  const query = { type: type.value === 'all' ? undefined : type.value }
  const latest = useLatest(
    (signal) => api.value.get<DmarcReportPage>(path, { query: { ...query, limit: limit.value }, signal }),
    [id, type.value, limit.value],
  )
  const save = () =>
    void api.value
      .download(path, { query: { ...query, format: 'csv' } })
      .then((file) => saveFile(file, `${domain}-reports.csv`))
      .catch(report)
  const open = router.url.value.query.get('report')
  return (
    <>
      <ReportDrop onStored={latest.reload} />
      <div class="panel-head">
        <Select
          label={words.t('type')}
          value={type.value}
          options={types.map((value) => ({ value, label: wordFor('type', value) }))}
          onChange={(value) => (type.value = value)}
        />
        <Button onClick={save}>{words.t('csv')}</Button>
      </div>
      <Loaded from={latest}>
        {({ data, page }) =>
          data.length === 0 ? (
            <EmptyState icon={mailIcon} title={words.t('noReports')} text={words.t('noReportsText')} />
          ) : (
            <section class="panel">
              <ReportTable reports={data} path={router.url.value.path} />
              {page.has_more && limit.value < 2 * step ? (
                <Button onClick={() => (limit.value = 2 * step)}>{words.t('more')}</Button>
              ) : null}
            </section>
          )
        }
      </Loaded>
      {open === null ? null : <ReportDialog id={open} onClose={() => router.go(router.url.value.path)} />}
    </>
  )
}

function ReportTable({ path, reports }: { path: string; reports: readonly DmarcReport[] }) {
  return (
    <Table
      label={words.t('tab.reports')}
      columns={[
        words.t('organization'),
        words.t('type'),
        words.t('period'),
        { number: words.t('messages') },
        { number: words.t('compliance') },
        words.t('via'),
      ]}
    >
      {reports.map(({ begin, compliant, end, id, messages, organization, type, via }) => (
        <tr key={id}>
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
      ))}
    </Table>
  )
}
