import { Spinner } from '../../../ui/controls/index.ts'
import type { PushProvider } from '../../api/index.ts'
import { LabelledText } from '../../parts/index.ts'
import { Warnings } from './export-result.tsx'
import type { PushedTemplate } from './use-push.ts'
import { words } from './words.ts'

interface PushResultProps {
  pushed: readonly PushedTemplate[]
  total: number
  isRunning: boolean
  provider: PushProvider
}

/** What became of each template at the provider, and what remains to be done there. */
export function PushResult({ isRunning, provider: { name, notice }, pushed, total }: PushResultProps) {
  const done = pushed.filter(({ push }) => push.status === 'completed')
  const warnings = done.flatMap(({ push }) => push.warnings)
  return (
    <div class="stack" role="status">
      {pushed.map((each, index) => (
        <PushLine key={index} of={each} provider={name} />
      ))}
      {isRunning ? (
        <p class="row">
          <Spinner label={words.t('pushing')} />
          {total === 1 ? words.t('pushing') : words.t('pushingOf', { done: done.length, total })}{' '}
          {total === 1 ? words.t('pushContinues') : null}
        </p>
      ) : null}
      {isRunning || warnings.length === 0 ? null : <Warnings of={warnings} />}
      {done.length === 0 || notice === undefined ? null : <p class="words">{notice}</p>}
    </div>
  )
}

function PushLine({ of: { name, push }, provider }: { of: PushedTemplate; provider: string }) {
  const { action = 'updated', error, next_attempt_at: next, remote_id: remoteId, status } = push
  if (status === 'completed')
    return (
      <div class="stack">
        <p class="good">{words.t(actionOf(action), { name, provider })}</p>
        {remoteId === undefined ? null : (
          <LabelledText label={words.t('remoteId', { name, provider })} text={remoteId} />
        )}
      </div>
    )
  if (error === undefined) return null
  return (
    <p class="bad words">
      {words.t('pushFailed', { name, reason: error.message })}{' '}
      {next === undefined ? null : words.t('retry', { date: words.dateTime(new Date(next)) })}
    </p>
  )
}

function actionOf(action: string) {
  return action === 'created' || action === 'recreated' ? (`action.${action}` as const) : 'action.updated'
}
