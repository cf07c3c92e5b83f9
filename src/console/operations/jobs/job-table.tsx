import { Button, Progress } from '../../../ui/controls/index.ts'
import { useConsole } from '../../context.ts'
import { LongTable } from '../../long/index.ts'
import { printTime } from '../times.ts'
import type { OperationsJob } from '../resources.ts'
import { words } from '../words.ts'

interface JobTableProps {
  jobs: readonly OperationsJob[]
  hasMore: boolean
  onOpen: (job: OperationsJob) => void
}

export function JobTable({ hasMore, jobs, onOpen }: JobTableProps) {
  return (
    <LongTable
      label={words.t('jobs')}
      columns={[
        words.t('kind'),
        words.t('state'),
        words.t('when'),
        { number: words.t('attempts') },
        words.t('outcome'),
      ]}
      hasActions
      items={jobs}
      hasMore={hasMore}
      keyOf={({ id }) => id}
      textOf={({ errors, id, kind, state }) =>
        [id, kind, words.wordFor('state', state), errors.at(-1)?.error ?? ''].join(' ')
      }
    >
      {(job, row) => (
        <tr {...row}>
          <th scope="row">
            <JobName job={job} />
          </th>
          <td>
            <StateBadge job={job} />
          </td>
          <td class="day">{whenOf(job)}</td>
          <td class="number">{words.number(job.attempts)}</td>
          <td class="job-outcome">
            <Outcome job={job} />
          </td>
          <td class="number">
            <Button dense onClick={() => onOpen(job)}>
              {words.t('details')}
            </Button>
          </td>
        </tr>
      )}
    </LongTable>
  )
}

function JobName({ job: { kind, project_id: projectId } }: { job: OperationsJob }) {
  const name = useProjectName(projectId)
  return (
    <>
      <code>{kind}</code>
      {name === undefined ? null : (
        <>
          <br />
          <span class="soft" dir="auto">
            {name}
          </span>
        </>
      )}
    </>
  )
}

/** Of the company; the id of a project of another one; undefined for jobs without a project. */
export function useProjectName(id: string | null): string | undefined {
  const { projects } = useConsole().start
  return id === null ? undefined : (projects.find((each) => each.id === id)?.name ?? id)
}

export function StateBadge({ job: { state } }: { job: OperationsJob }) {
  return <span class={`badge badge-${state}`}>{words.wordFor('state', state)}</span>
}

function Outcome({ job: { errors, progress, state } }: { job: OperationsJob }) {
  if (state === 'running' && progress !== null && progress.total > 0) {
    const text = words.t('progress', { done: progress.done, total: progress.total })
    return (
      <span class="stack">
        {text} {progress.note}
        <Progress label={text} value={progress.done / progress.total} />
      </span>
    )
  }
  const last = errors.at(-1)
  return state === 'done' || last === undefined ? null : <span class="job-error">{last.error}</span>
}

/** The time that matters in its state. */
function whenOf({ finished_at: finished, run_at: due, started_at: started, state }: OperationsJob): string {
  if (state === 'scheduled' || state === 'ready') return words.t(`when.${state}`, { time: printTime(due) })
  if (state === 'running') return started === null ? '' : words.t('when.running', { time: printTime(started) })
  return finished === null ? '' : printTime(finished)
}
