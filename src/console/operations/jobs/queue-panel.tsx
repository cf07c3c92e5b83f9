import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import { useConsole } from '../../context.ts'
import type { Latest } from '../../latest.ts'
import { ConfirmDialog, Loaded, Table, useCall } from '../../parts/index.ts'
import { printTime } from '../times.ts'
import type { Queue, Queues } from '../resources.ts'
import { words } from '../words.ts'
import { jobsPath } from './jobs-path.ts'

interface QueuePanelProps {
  queues: Latest<Queues>
  /** Called when jobs were made ready. */
  onChange: () => void
}

const states = ['scheduled', 'ready', 'running', 'dead'] as const

/** What waits, runs or is dead, by kind; dead jobs are run again together. */
export function QueuePanel({ queues, onChange }: QueuePanelProps) {
  const { api, toaster } = useConsole()
  const chosen = useSignal<Queue | undefined>(undefined)
  const call = useCall<void>()
  const redrive = (kind: string) =>
    call.run(async () => {
      const { count } = await api.value.post<{ count: number }>('/operations/redrive', { kind })
      toaster.show(words.t('redriven', { count }))
      chosen.value = undefined
      onChange()
    })
  return (
    <section class="stack">
      <h2>{words.t('queues')}</h2>
      <Loaded from={queues}>
        {({ kinds, paused }) => (
          <>
            {kinds.length === 0 ? (
              <p class="soft">{words.t('queuesNone')}</p>
            ) : (
              <QueueTable kinds={kinds} onRedrive={(queue) => (chosen.value = queue)} />
            )}
            {paused.map(({ kind, partition, until }) => (
              <p key={`${kind} ${partition}`}>{words.t('paused', { kind, partition, time: printTime(until) })}</p>
            ))}
          </>
        )}
      </Loaded>
      {chosen.value === undefined ? null : (
        <ConfirmDialog
          title={words.t('redriveTitle', { count: chosen.value.dead, kind: chosen.value.kind })}
          text={words.t('redriveText')}
          action={words.t('redrive')}
          busy={call.isBusy}
          onConfirm={() => chosen.value !== undefined && redrive(chosen.value.kind)}
          onClose={() => (chosen.value = undefined)}
        />
      )}
    </section>
  )
}

function QueueTable({ kinds, onRedrive }: { kinds: readonly Queue[]; onRedrive: (queue: Queue) => void }) {
  const hasDead = kinds.some(({ dead }) => dead > 0)
  return (
    <Table
      label={words.t('queues')}
      columns={[words.t('kind'), ...states.map((state) => ({ number: words.t(state) })), words.t('oldest')]}
      hasActions={hasDead}
    >
      {kinds.map((queue) => (
        <tr key={queue.kind}>
          <th scope="row">
            <a href={jobsPath({ kind: queue.kind })}>
              <code>{queue.kind}</code>
            </a>
          </th>
          {states.map((state) => (
            <td key={state} class={state === 'dead' && queue.dead > 0 ? 'number bad' : 'number'}>
              {words.number(queue[state])}
            </td>
          ))}
          <td class="day">{queue.oldest_due_at === null ? '' : printTime(queue.oldest_due_at)}</td>
          {hasDead ? (
            <td class="number">
              {queue.dead === 0 ? null : (
                <Button dense onClick={() => onRedrive(queue)}>
                  {words.t('redrive')}
                </Button>
              )}
            </td>
          ) : null}
        </tr>
      ))}
    </Table>
  )
}
