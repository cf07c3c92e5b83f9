import { Button, Progress } from '../../../ui/controls/index.ts'
import type { Batch } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { Loaded, useCall } from '../../parts/index.ts'
import { words } from '../words.ts'
import { BatchDownloads } from './batch-downloads.tsx'
import { BatchResults } from './batch-results.tsx'
import { BatchRows } from './batch-rows.tsx'
import { isFinished, useBatch } from './use-batch.ts'

/** One list: progress, results, downloads. */
export function BatchPage({ id }: { id: string }) {
  const batch = useBatch(id)
  return (
    <>
      <p>
        <a href="/verification/lists">{words.t('batch.back')}</a>
      </p>
      <Loaded from={batch}>
        {(value) => (
          <>
            <BatchHead batch={value} onChange={batch.reload} />
            <BatchResults summary={value.summary} />
            <BatchDownloads batch={value} />
            <BatchRows batch={value} />
          </>
        )}
      </Loaded>
    </>
  )
}

function BatchHead({ batch, onChange }: { batch: Batch; onChange: () => void }) {
  const { api, toaster } = useConsole()
  const cancel = useCall<void>()
  const { processed, total } = batch.progress
  const text = words.t('batch.progress', { done: processed, total })
  return (
    <section class="panel">
      <div class="panel-row">
        <h2>{words.t('lists.name', { date: words.dateTime(new Date(batch.created_at)) })}</h2>
        <span class={`badge badge-${batch.status}`}>{words.wordFor('status', batch.status)}</span>
      </div>
      <p role="status">
        {text} · {words.t('result.credits', { count: batch.credits_used })}
      </p>
      {isFinished(batch) ? null : (
        <>
          <Progress label={text} value={total === 0 ? undefined : processed / total} />
          <div>
            <Button
              busy={cancel.isBusy}
              onClick={() =>
                cancel.run(async () => {
                  await api.value.post(`/jobs/${batch.job_id}/cancel`)
                  toaster.show(words.t('batch.cancelled'))
                  onChange()
                })
              }
            >
              {words.t('batch.cancel')}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
