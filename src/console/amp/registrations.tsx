import { Button } from '../../ui/controls/index.ts'
import type { AmpSenderDetail } from '../api/index.ts'
import { useConsole } from '../context.ts'
import { wordFor, words } from './texts.ts'

/** States in which the next step is not one of the buttons. */
const statesWithStep: readonly string[] = ['draft', 'preflight_failed', 'ready', 'drifted']

interface RegistrationsProps {
  sender: AmpSenderDetail
  onChange: (sender: AmpSenderDetail) => void
}

/** The state at each provider, and the events that may follow. */
export function Registrations({ onChange, sender }: RegistrationsProps) {
  const { api, report, toaster } = useConsole()
  const record = async (provider: string, event: string) => {
    try {
      const changed = await api.value.post<AmpSenderDetail>(`/amp/${sender.id}/events`, { provider, event })
      onChange(changed)
      const state = changed.registrations.find((each) => each.provider === provider)?.state ?? event
      toaster.show(words.t('recorded', { provider: wordFor('provider', provider), state: wordFor('state', state) }))
    } catch (error) {
      report(error)
    }
  }
  return (
    <section class="panel">
      <h2>{words.t('registrations')}</h2>
      <ul class="stack">
        {sender.registrations.map(({ allowed_events: events, overdue, provider, reason, reference, state }) => (
          <li key={provider} class="panel-head">
            <span class="words">
              <b>{wordFor('provider', provider)}</b> · {wordFor('state', state)}
              {reference === null ? '' : ` · ${words.t('reference', { reference })}`}
              {reason === null ? null : <span class="warn"> {reason}</span>}
              {overdue ? <span class="warn"> {words.t('overdue')}</span> : null}
              {statesWithStep.includes(state) ? (
                <>
                  <br />
                  <small class="soft">{wordFor('next', state)}</small>
                </>
              ) : null}
            </span>
            <span class="row">
              {events.map((event) => (
                <Button key={event} dense onClick={() => void record(provider, event)}>
                  {wordFor('event', event)}
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
