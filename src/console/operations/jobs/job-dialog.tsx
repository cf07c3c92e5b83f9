import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import { Dialog } from '../../../ui/overlays/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { ConfirmDialog, Loaded, useCall } from '../../parts/index.ts'
import { printTime } from '../times.ts'
import type { OperationsJob } from '../resources.ts'
import { words } from '../words.ts'
import { StateBadge, useProjectName } from './job-table.tsx'

interface JobDialogProps {
  id: string
  /** Called when the list is no longer up to date. */
  onChange: () => void
  onClose: () => void
}

/** Times and errors of a job; runs it now, or cancels it. */
export function JobDialog({ id, onChange, onClose }: JobDialogProps) {
  const { api, toaster } = useConsole()
  const path = `/operations/jobs/${id}`
  const job = useLatest((signal) => api.value.get<OperationsJob>(path, { signal }), [id])
  const isCancelling = useSignal(false)
  const call = useCall<void>()
  const change = (action: 'retry' | 'cancel', done: string) =>
    call.run(async () => {
      await api.value.post(`${path}/${action}`)
      toaster.show(done)
      onChange()
      onClose()
    })
  if (isCancelling.value)
    return (
      <ConfirmDialog
        title={words.t('cancelTitle')}
        text={words.t('cancelText')}
        action={words.t('cancelJob')}
        busy={call.isBusy}
        onConfirm={() => change('cancel', words.t('cancelled'))}
        onClose={() => (isCancelling.value = false)}
      />
    )
  const state = job.value?.state
  return (
    <Dialog
      title={job.value?.kind ?? words.t('job')}
      size="medium"
      onClose={onClose}
      actions={
        <>
          {state === 'scheduled' || state === 'ready' || state === 'running' ? (
            <Button onClick={() => (isCancelling.value = true)}>{words.t('cancelJob')}</Button>
          ) : null}
          {state === 'scheduled' || state === 'dead' || state === 'cancelled' ? (
            <Button busy={call.isBusy} onClick={() => change('retry', words.t('retried'))}>
              {words.t('retry')}
            </Button>
          ) : null}
          <Button variant="primary" onClick={onClose}>
            {words.t('close')}
          </Button>
        </>
      }
    >
      <div class="dialog-text" lang="en" dir="ltr">
        <Loaded from={job}>{(found) => <JobFacts job={found} />}</Loaded>
      </div>
    </Dialog>
  )
}

function JobFacts({ job }: { job: OperationsJob }) {
  const { attempts, errors, id, partition } = job
  const project = useProjectName(job.project_id)
  const facts: [string, string | undefined][] = [
    [words.t('job'), id],
    [words.t('project'), project],
    [words.t('partition'), partition === '' ? undefined : partition],
    [words.t('attempts'), words.number(attempts)],
    [words.t('created'), printTime(job.created_at)],
    [words.t('due'), job.state === 'scheduled' || job.state === 'ready' ? printTime(job.run_at) : undefined],
    [words.t('started'), job.started_at === null ? undefined : printTime(job.started_at)],
    [words.t('finished'), job.finished_at === null ? undefined : printTime(job.finished_at)],
  ]
  return (
    <>
      <p>
        <StateBadge job={job} />
      </p>
      <dl class="facts">
        {facts.map(([name, value]) =>
          value === undefined ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ),
        )}
      </dl>
      {errors.length === 0 ? null : (
        <section class="stack">
          <h3>{words.t('errors')}</h3>
          {errors.toReversed().map(({ at, attempt, error }) => (
            <div key={`${at} ${attempt}`}>
              <p class="soft">{words.t('attempt', { count: attempt, time: printTime(at) })}</p>
              <pre class="job-trace" tabIndex={0}>
                {error}
              </pre>
            </div>
          ))}
        </section>
      )}
    </>
  )
}
