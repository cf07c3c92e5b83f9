import { Button } from '../../../ui/controls/index.ts'
import { Dialog } from '../../../ui/overlays/index.ts'
import type { DmarcReportDetail } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { Loaded, saveFile } from '../../parts/index.ts'
import { printDay, wordFor, words } from '../texts.ts'
import { ReportRecords, TlsPolicies } from './report-records.tsx'

/** One report: who wrote it, the policy that it saw, and its records. */
export function ReportDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { api, report } = useConsole()
  const latest = useLatest((signal) => api.value.get<DmarcReportDetail>(`/dmarc/reports/${id}`, { signal }), [id])
  const save = () =>
    void api.value
      .download(`/dmarc/reports/${id}/file`)
      .then((file) => saveFile(file, id))
      .catch(report)
  const organization = latest.value?.organization ?? ''
  return (
    <Dialog
      title={words.t('report', { organization })}
      size="wide"
      onClose={onClose}
      actions={latest.value?.has_file === true ? <Button onClick={save}>{words.t('downloadFile')}</Button> : undefined}
    >
      <Loaded from={latest}>{(detail) => <ReportContent detail={detail} />}</Loaded>
    </Dialog>
  )
}

function ReportContent({ detail }: { detail: DmarcReportDetail }) {
  const { begin, end, failure, policy, record_data: records, report_id: reportId, tls_policies: tls, warnings } = detail
  return (
    <div class="stack">
      <dl class="report-facts">
        <dt>{words.t('type')}</dt>
        <dd>{wordFor('type', detail.type)}</dd>
        <dt>{words.t('reportId')}</dt>
        <dd>{reportId}</dd>
        <dt>{words.t('period')}</dt>
        <dd>
          {printDay(begin)} – {printDay(end)}
        </dd>
        {policy === null ? null : (
          <>
            <dt>{words.t('publishedPolicy')}</dt>
            <dd>
              <code dir="ltr">
                p={policy.p ?? '–'} sp={policy.sp ?? '–'} adkim={policy.adkim} aspf={policy.aspf}
              </code>
            </dd>
          </>
        )}
      </dl>
      {warnings.length === 0 ? null : (
        <ul class="words warn" aria-label={words.t('warnings')}>
          {warnings.map(({ code, message, path }) => (
            <li key={`${code} ${path ?? ''}`}>{message}</li>
          ))}
        </ul>
      )}
      {records.length === 0 ? null : <ReportRecords records={records} />}
      {tls.length === 0 ? null : <TlsPolicies policies={tls} />}
      {failure === null ? null : (
        <pre class="facts-json" tabIndex={0} aria-label={words.t('failureFacts')}>
          {JSON.stringify(failure, null, 2)}
        </pre>
      )}
    </div>
  )
}
