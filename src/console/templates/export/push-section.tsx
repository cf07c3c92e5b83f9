import { useSignal } from '@preact/signals'
import { Button, Spinner } from '../../../ui/controls/index.ts'
import { Field, Select } from '../../../ui/fields/index.ts'
import { plusIcon, uploadIcon } from '../../../ui/icons/index.ts'
import type { Connection, PushProvider } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { isAdmin } from '../../start.ts'
import { Warnings } from './export-result.tsx'
import { PushResult } from './push-result.tsx'
import { type PushOrder, usePush } from './use-push.ts'
import { words } from './words.ts'

interface PushSectionProps {
  provider: PushProvider
  /** Of the provider. */
  connections: readonly Connection[]
  /** Id of the connection that was made last. */
  preferred: string | undefined
  order: Omit<PushOrder, 'connection'>
  onConnect: () => void
}

/** Writes the templates into an account at the provider: the account, what it cannot express, progress and result. */
export function PushSection({ connections, onConnect, order, preferred, provider }: PushSectionProps) {
  const { start } = useConsole()
  const chosen = useSignal<string | undefined>(preferred)
  const run = usePush()
  const connection = connections.find(({ id }) => id === chosen.value) ?? connections.at(-1)
  const { state } = run
  const isBusy = state.step === 'checking' || state.step === 'pushing'
  const { name } = provider
  return (
    <section class="panel" aria-label={words.t('pushTo', { provider: name })}>
      <h3>{words.t('pushTo', { provider: name })}</h3>
      {connection === undefined ? <p class="words">{words.t('noConnections', { provider: name })}</p> : null}
      {connection === undefined && !isAdmin(start) ? <p class="soft">{words.t('askAdmin')}</p> : null}
      {connections.length < 2 || connection === undefined ? null : (
        <Field label={words.t('connection')} layout="stack">
          {({ id }) => (
            <Select
              id={id}
              value={connection.id}
              options={connections.map((each) => ({ value: each.id, label: each.name }))}
              onChange={(value) => {
                run.clear()
                chosen.value = value
              }}
            />
          )}
        </Field>
      )}
      {state.step === 'checking' ? (
        <p class="row">
          <Spinner label={words.t('checking')} />
          {words.t('checking')}
        </p>
      ) : null}
      {state.step === 'warned' ? (
        <div role="status" class="stack">
          <p>{words.t('pushCheck', { provider: name })}</p>
          <Warnings of={state.warnings} isOpen />
        </div>
      ) : null}
      {state.step === 'pushing' || state.step === 'done' ? (
        <PushResult
          pushed={state.pushed}
          total={order.templateIds.length}
          isRunning={state.step === 'pushing'}
          provider={provider}
        />
      ) : null}
      <div class="row">
        {connection === undefined ? null : (
          <Button
            icon={uploadIcon}
            busy={isBusy}
            onClick={() => run[state.step === 'warned' ? 'push' : 'check']({ ...order, connection })}
          >
            {connections.length === 1 && state.step !== 'warned'
              ? words.t('pushNamed', { name: connection.name })
              : words.t(state.step === 'warned' ? 'pushAnyway' : 'push')}
          </Button>
        )}
        {isAdmin(start) ? (
          <Button icon={plusIcon} variant={connection === undefined ? 'normal' : 'plain'} onClick={onConnect}>
            {words.t(connection === undefined ? 'connect' : 'connectAnother')}
          </Button>
        ) : null}
      </div>
    </section>
  )
}
