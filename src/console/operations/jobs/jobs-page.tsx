import { useEffect } from 'preact/hooks'
import { Button, EmptyState } from '../../../ui/controls/index.ts'
import { Select } from '../../../ui/fields/index.ts'
import { clockIcon, searchIcon } from '../../../ui/icons/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { CsvButton, Listed, usePages } from '../../parts/index.ts'
import type { OperationsJob, Queues } from '../resources.ts'
import { words } from '../words.ts'
import { jobsPath } from './jobs-path.ts'
import { JobDialog } from './job-dialog.tsx'
import { JobTable } from './job-table.tsx'
import { QueuePanel } from './queue-panel.tsx'

const states = ['scheduled', 'ready', 'running', 'done', 'dead', 'cancelled'] as const
const pageSize = 25
/** Pause between two reads while a job is ready or runs. */
const refreshMs = 3000

export function JobsPage() {
  const { api, router } = useConsole()
  const { query } = router.url.value
  const state = states.find((each) => each === query.get('state')) ?? ''
  const kind = query.get('kind') ?? ''
  const shown = query.get('job')
  const list = usePages<OperationsJob>('/operations/jobs', {
    limit: pageSize,
    ...(state === '' ? {} : { state }),
    ...(kind === '' ? {} : { kind }),
  })
  const queues = useLatest((signal) => api.value.get<Queues>('/operations/queues', { signal }), [])
  const reload = () => {
    list.reload()
    queues.reload()
  }
  useRefresh(list.value?.some((job) => job.state === 'ready' || job.state === 'running') === true, reload)
  const kinds = new Set([kind, ...(queues.value?.kinds ?? []).map((each) => each.kind)])
  for (const job of list.value ?? []) kinds.add(job.kind)
  kinds.delete('')
  const isEmpty = state === '' && kind === ''
  return (
    <>
      <p class="soft words">{words.t('jobsAbout')}</p>
      <QueuePanel queues={queues} onChange={reload} />
      <div class="panel-head">
        <h2>{words.t('jobs')}</h2>
        <div class="row">
          <Select
            label={words.t('kind')}
            value={kind}
            options={[
              { value: '', label: words.t('kind.all') },
              ...[...kinds].sort().map((value) => ({ value, label: value })),
            ]}
            onChange={(value) => router.go(jobsPath({ state, kind: value }))}
          />
          <Select
            label={words.t('state')}
            value={state}
            options={[
              { value: '', label: words.t('state.all') },
              ...states.map((value) => ({ value, label: words.t(`state.${value}`) })),
            ]}
            onChange={(value) => router.go(jobsPath({ kind, state: value }))}
          />
          <Button onClick={reload}>{words.t('refresh')}</Button>
          <CsvButton of={list} name="jobs" />
        </div>
      </div>
      <Listed
        of={list}
        empty={
          isEmpty ? (
            <EmptyState icon={clockIcon} title={words.t('noJobs')} text={words.t('noJobsText')} />
          ) : (
            <EmptyState icon={searchIcon} title={words.t('noMatch')}>
              <Button onClick={() => router.go(jobsPath({}))}>{words.t('showAll')}</Button>
            </EmptyState>
          )
        }
      >
        {(jobs) => (
          <JobTable
            jobs={jobs}
            hasMore={list.hasMore}
            onOpen={({ id }) => router.go(jobsPath({ state, kind, job: id }))}
          />
        )}
      </Listed>
      {shown === null ? null : (
        <JobDialog key={shown} id={shown} onChange={reload} onClose={() => router.go(jobsPath({ state, kind }))} />
      )}
    </>
  )
}

/** Calls `run` every few seconds while `isOn`, and the page is visible. */
function useRefresh(isOn: boolean, run: () => void): void {
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setInterval(() => document.visibilityState === 'visible' && run(), refreshMs)
    return () => clearInterval(timer)
  }, [isOn, run])
}
